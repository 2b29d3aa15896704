"""Training of express's network: self-play in compiled code, and proximal policy optimisation (PPO) with torch.

``self_play`` plays many games side by side and stops where a learner decides; ``opponents`` draws who else plays.
``ppo`` and ``odds`` learn, with torch. ``training_run`` is the entry point: it learns according to a
``training_plan``, evaluates the network against players it never met (``evaluation``) and writes checkpoints
(``checkpoint``), curves and a report (``training_report``).
"""

"""Tools for compiled code: the kernel decorator and its cache, record types, bit sets and random numbers."""

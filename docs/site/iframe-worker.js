// The search of the documentation runs in a worker, and browsers start no workers from files on disk.
// There, a hidden frame runs the worker's script instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(script) {
      super();
      this.waiting = []; // messages for a frame that is not ready
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.onload = () => this.run(frame.contentWindow, script);
      document.body.append(frame);
    }

    run(inside, script) {
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const element = inside.document.createElement("script");
      element.src = script;
      element.onload = () => {
        this.inside = inside;
        this.waiting.forEach((data) => this.postMessage(data));
      };
      inside.document.body.append(element);
    }

    postMessage(data) {
      if (this.inside) this.inside.dispatchEvent(new MessageEvent("message", { data }));
      else this.waiting.push(data);
    }
  };
}

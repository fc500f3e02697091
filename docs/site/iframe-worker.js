// The search runs in a worker. Browsers start none for pages that are opened from the disk, so there
// a hidden frame does the same work.
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(address) {
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => setTimeout(() => this.onmessage?.({ data: structuredClone(data) }));
      const script = inside.document.createElement("script");
      this.ready = new Promise((done) => script.addEventListener("load", done));
      script.addEventListener("error", (event) => this.onerror?.(event));
      script.src = new URL(address, location.href).href;
      inside.document.body.append(script);
    }

    async postMessage(data) {
      const copy = structuredClone(data);
      await this.ready;
      this.frame.contentWindow?.onmessage?.({ data: copy });
    }

    terminate() {
      this.frame.remove();
    }
  };
}

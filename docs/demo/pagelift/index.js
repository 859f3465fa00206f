// Converts PDF documents to HTML in a worker of the browser or of Node. index.d.ts describes what is exported.

/** What goes wrong in a conversion. */
export class PageliftError extends Error {
  constructor({ code, page = 0, message }) {
    super(message);
    this.name = "PageliftError";
    this.code = code;
    this.page = page;
  }
}

// A worker whose memory has grown beyond this many bytes ends with its conversion: memory of WebAssembly
// never shrinks.
const keptMemory = 512 * 1024 * 1024;

const inNode = typeof globalThis.Worker === "undefined";
const NodeWorker = inNode ? (await import("node:worker_threads")).Worker : undefined;

// start starts a worker. receive gets each of its messages, fail the message of an error that ended it.
const start = (receive, fail) => {
  if (inNode) {
    const worker = new NodeWorker(new URL("./worker.js", import.meta.url));
    worker.on("message", receive);
    worker.on("error", (error) => fail(error.message));
    return worker;
  }
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = (event) => receive(event.data);
  worker.onerror = (event) => {
    event.preventDefault();
    fail(event.message || "worker.js cannot be loaded");
  };
  return worker;
};

// engine is a worker with the converter in it.
class Engine {
  constructor() {
    this.running = undefined; // the conversion that the worker is at: {resolve, reject, onProgress}
    this.loaded = new Promise((resolve, reject) => { this.settle = { resolve, reject }; });
    this.loaded.catch(() => {}); // who converts hears of it
    this.worker = start((message) => this.receive(message), (message) => this.fail("internal_error", message));
  }

  receive(message) {
    if (message.loaded) {
      this.rest();
      return this.settle.resolve();
    }
    if (message.failed) return this.fail(message.failed.code, message.failed.message);
    if (message.progress) return this.running?.onProgress?.(...message.progress);
    const { resolve, reject } = this.finish();
    if (message.memory > keptMemory) this.end();
    if (message.answer.error) return reject(new PageliftError(JSON.parse(message.answer.error)));
    resolve({ ...JSON.parse(message.answer.result), assets: message.answer.assets });
  }

  fail(code, message) {
    const error = new PageliftError({ code, message });
    this.end();
    this.settle.reject(error); // does nothing if the worker was loaded
    this.finish()?.reject(error);
  }

  finish() {
    const finished = this.running;
    this.running = undefined;
    this.rest();
    return finished;
  }

  // rest lets a program of Node end while nothing is converted.
  rest() {
    if (!this.running) this.worker.unref?.();
  }

  end() {
    this.worker.terminate();
    if (engine === this) engine = undefined;
  }

  convert(bytes, options, { onProgress, signal }) {
    this.worker.ref?.();
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.end();
        this.finish().reject(signal.reason);
      };
      const settled = (settle) => (value) => {
        signal?.removeEventListener("abort", abort);
        settle(value);
      };
      signal?.addEventListener("abort", abort, { once: true });
      this.running = { resolve: settled(resolve), reject: settled(reject), onProgress };
      this.loaded.then(
        () => this.worker.postMessage({ bytes, options: JSON.stringify(options) }, [bytes.buffer]),
        (error) => this.finish()?.reject(error),
      );
    });
  }
}

let engine; // undefined: none was started, or the last one has ended
let last = Promise.resolve(); // the end of the last conversion that was asked for

const current = () => (engine ??= new Engine());

export const load = () => current().loaded;

export const convert = (input, { onProgress, signal, ...options } = {}) => {
  let bytes;
  if (input instanceof ArrayBuffer) bytes = new Uint8Array(input.slice(0));
  else if (ArrayBuffer.isView(input)) bytes = Uint8Array.from(new Uint8Array(input.buffer, input.byteOffset, input.byteLength));
  else return Promise.reject(new TypeError("convert: the document is no ArrayBuffer and no view of one"));
  const result = last.then(() => {
    signal?.throwIfAborted();
    return current().convert(bytes, options, { onProgress, signal });
  });
  last = result.catch(() => {}); // one after the other, whatever becomes of it
  return result;
};

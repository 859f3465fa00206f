// Runs the converter. It takes one conversion at a time from index.js and answers with messages:
// {loaded}, {progress: [done, total]}, {answer, memory}, or {failed} when it cannot go on.
import "./wasm_exec.js";

const program = new URL("./pagelift.wasm", import.meta.url);
const go = new Go();

const inNode = typeof WorkerGlobalScope === "undefined";
const port = inNode ? (await import("node:worker_threads")).parentPort : self;
const tell = (message, transfer = []) => port.postMessage(message, transfer);

const instantiate = async () => {
  if (inNode) {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.instantiate(await readFile(program), go.importObject);
  }
  const response = await fetch(program);
  if (!response.ok) throw new Error(`${program}: ${response.status} ${response.statusText}`);
  // A host that does not know the type of .wasm files cannot compile while it is fetched.
  return response.headers.get("Content-Type") === "application/wasm"
    ? WebAssembly.instantiateStreaming(response, go.importObject)
    : WebAssembly.instantiate(await response.arrayBuffer(), go.importObject);
};

const fail = (code) => (error) => tell({ failed: { code, message: error.message } });

const convert = async ({ bytes, options }) => {
  const answer = await globalThis.pagelift.convert(bytes, options, (done, total) => tell({ progress: [done, total] }));
  tell({ answer, memory: go.mem.buffer.byteLength }, (answer.assets ?? []).map((asset) => asset.data.buffer));
};

const serve = (message) => convert(message).catch(fail("internal_error"));

// The converter needs no network and gets none. The policy of a page does not bind its workers.
const cutOff = () => {
  for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "importScripts", "indexedDB", "caches", "BroadcastChannel"]) {
    if (name in globalThis) Object.defineProperty(globalThis, name, { value: undefined });
  }
};

try {
  const { instance } = await instantiate();
  cutOff();
  // The program runs until its memory ends, or a defect ends it.
  go.run(instance).then(() => fail("internal_error")(new Error("the converter ended")));
  if (inNode) port.on("message", serve);
  else port.onmessage = (event) => serve(event.data);
  tell({ loaded: true });
} catch (error) {
  fail("load_failed")(error);
}

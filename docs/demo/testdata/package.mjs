// Uses the package as a program of Node does, and prints what it saw: package.mjs PACKAGE SAMPLE LOCKED PICTURES
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , folder, sample, locked, pictures] = process.argv;
const begun = performance.now();
const { convert, load, PageliftError } = await import(pathToFileURL(`${folder}/index.js`));
await load();
const times = { loaded: performance.now() - begun };
const document = readFileSync(sample);

const timed = async (name, options) => {
  const start = performance.now();
  let first;
  const result = await convert(document, { ...options, onProgress: () => { first ??= performance.now() - start; } });
  times[name] = [first, performance.now() - start];
  return result;
};
const outcome = (promise) => promise.then((result) => result.metadata.title, (error) => (error instanceof PageliftError ? error.code : error.name));

const cold = await timed("cold");
const warm = await timed("warm");
const copy = document.buffer.slice(document.byteOffset, document.byteOffset + document.byteLength);
const queued = await Promise.all([convert(document), convert(new Uint8Array(7)), convert(copy)].map(outcome));
const lockedCode = await outcome(convert(readFileSync(locked)));
const unknown = await outcome(convert(document, { format: "md" }));
const type = await outcome(convert("a path"));
const controller = new AbortController();
const aborted = outcome(convert(document, { signal: controller.signal, onProgress: () => controller.abort() }));
// Progress may be told when the answer is on its way already: the abort then comes at once.
setTimeout(() => controller.abort(), 1);
const abort = await aborted;
const again = await outcome(convert(document));
const { assets } = await convert(readFileSync(pictures));

console.log(JSON.stringify({
  times,
  title: cold.metadata.title,
  same: cold.html === warm.html,
  queued,
  intact: copy.byteLength === document.byteLength,
  locked: lockedCode,
  unknown,
  type,
  abort,
  again,
  assets: assets.length ? [assets[0].name.slice(0, 7), assets[0].media_type, assets[0].data.length > 0] : [],
}));

import { readFile, writeFile } from "node:fs/promises";

const form = new FormData();
form.append("file", new Blob([await readFile("sample.pdf")]), "sample.pdf");

const answer = await fetch(process.env.PAGELIFT_URL + "/v1/convert/pdf-to-html", {
  method: "POST",
  headers: { Authorization: `Bearer ${process.env.PAGELIFT_API_KEY}` },
  body: form,
});
const result = await answer.json();
if (!answer.ok) throw new Error(result.error.message);

console.log(result.metadata.title, result.metadata.pages);
await writeFile("sample.html", result.html);
await writeFile("style.css", result.css);

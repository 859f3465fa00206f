import json, os, urllib.request, uuid

boundary = uuid.uuid4().hex
head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="sample.pdf"\r\n\r\n'
with open("sample.pdf", "rb") as file:
    body = head.encode() + file.read() + f"\r\n--{boundary}--\r\n".encode()

request = urllib.request.Request(
    os.environ["PAGELIFT_URL"] + "/v1/convert/pdf-to-html",
    data=body,
    headers={
        "Authorization": "Bearer " + os.environ["PAGELIFT_API_KEY"],
        "Content-Type": "multipart/form-data; boundary=" + boundary,
    },
)
with urllib.request.urlopen(request) as answer:
    result = json.load(answer)

print(result["metadata"]["title"], result["metadata"]["pages"])
with open("sample.html", "w", encoding="utf-8") as page:
    page.write(result["html"])
with open("style.css", "w", encoding="utf-8") as styles:
    styles.write(result["css"])

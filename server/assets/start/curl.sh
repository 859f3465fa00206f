curl -sS --fail-with-body -H "Authorization: Bearer $PAGELIFT_API_KEY" \
  -F file=@sample.pdf -o sample.json "$PAGELIFT_URL/v1/convert/pdf-to-html"

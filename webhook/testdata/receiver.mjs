// A receiver that shares nothing with this package: it knows the interface
// specification and that of Standard Webhooks. It reads a JSON array of requests
// {headers, body, secret, now} and prints for each what it finds.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';

const tolerance = 5 * 60;

function equal(a, b) {
  const x = Buffer.from(a), y = Buffer.from(b);
  return x.length === y.length && timingSafeEqual(x, y);
}

function recent(timestamp, now) {
  return Math.abs(now - Number(timestamp)) <= tolerance;
}

// Scheme 1: the raw payload, "sha256=" before the digest.
function raw({ headers, body, secret }) {
  const want = 'sha256=' + createHmac('sha256', secret).update(body).digest('hex');
  return equal(headers['x-service-signature'], want);
}

// Scheme 2, in the hands of a receiver that has only the parsed body.
function timestamped({ headers, body, secret }) {
  const payload = JSON.stringify(JSON.parse(body));
  const want = createHmac('sha256', secret).update(headers['x-service-timestamp'] + '.' + payload).digest('hex');
  return equal(headers['x-service-signature'], want);
}

function standard({ headers, body, secret }) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const want = createHmac('sha256', key).update(signed).digest('base64');
  return headers['webhook-signature'].split(' ').some((s) => {
    const [version, digest] = s.split(',');
    return version === 'v1' && equal(digest, want);
  });
}

const requests = JSON.parse(readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(requests.map((r) => ({
  raw: raw(r),
  timestamped: timestamped(r),
  standard: standard(r),
  recent: recent(r.headers['x-service-timestamp'], r.now) && recent(r.headers['webhook-timestamp'], r.now),
  event: r.headers['x-service-event'] === JSON.parse(r.body).event,
}))));

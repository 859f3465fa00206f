// Prints vectors.json: what node's crypto and JSON make of the inputs below. The
// signatures are written down from the texts that specify them.
import { createHmac } from 'node:crypto';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const old = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfeQzBrWq8=';

const bodies = {
  'the vector of Standard Webhooks': '{"test": 2432232314}',
  'a conversion': '{"event":"conversion.completed","conversion_id":"conv_1","status":"completed","timestamp":"2025-03-01T09:00:00Z","retry_count":0}',
  'text of the world': '{"event":"conversion.failed","error":{"code":"invalid_document","message":"ж \u2028\u2029 <b>&amp;</b> 🜁"}}',
  'an empty object': '{}',
};

const signatures = Object.entries(bodies).flatMap(([name, body]) => [
  [secret, 'evt_01', '1740819600'],
  [old, 'a-b_C', '0'],
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'msg_p5jXN8AQM9LWM0D4loKWxJek', '1614265330'],
].map(([secret, id, timestamp]) => ({
  name, secret, id, timestamp, body,
  raw: 'sha256=' + createHmac('sha256', secret).update(body).digest('hex'),
  timestamped: createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
  standard: 'v1,' + createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`).digest('base64'),
})));

const documents = [
  'null', 'true', ' false ', '""', '[]', '{}', '[ ]', '{ "a" : [ 1 , 2 ] }',
  // numbers
  '0', '-0', '0.0', '-0.0e5', '1.0', '-1.50', '1e0', '1E2', '1e+2', '100000000000000000000', '1e20', '1e21', '123456789012345678901234567890',
  '0.1', '0.000001', '0.0000001', '1e-6', '1e-7', '-1.5e-10', '5e-324', '4e-324', '1e-400', '1.7976931348623157e308', '1e309', '-1e400',
  '9007199254740991', '9007199254740993', '9223372036854775807', '0.30000000000000004', '1.2345678901234567', '123.456e-9', '1e100', '12e-101',
  // strings
  '"<script>&\'</script>"', '"\\u003cb\\u003e"', '"\\/"', '"\\u2028\\u2029"', '"\u2028\u2029"', '"\\b\\f\\n\\r\\t\\u000b\\u0000\\u001f"',
  '"\\u007f\\u0080\\u00a0\\ufeff"', '"\\"\\\\"', '"\\ud83d\\ude00"', '"\u00e9\u{1F701}\\u00e9"', '"\\uFFFD\\uFFFE\\uFFFF"',
  // members
  '{"b":1,"a":2}', '{"a":1,"a":2}', '{"a":1,"b":2,"a":3}', '{"b":1,"2":2,"10":3,"1":4,"a":5,"01":6,"-1":7,"1.5":8}',
  '{"4294967294":1,"4294967295":2,"4294967296":3,"0":4,"b":5}', '{"":1,"__proto__":2,"constructor":{"__proto__":null}}', '{"\\u0061":1,"a":2}',
  '{"1":{"3":1,"2":[{"b":0,"0":1}]},"0":[[[]]]}', '{"\\u2028<":"x"}',
];

process.stdout.write(JSON.stringify({
  signatures,
  documents: documents.map((source) => ({ source, text: JSON.stringify(JSON.parse(source)) })),
}, null, 1) + '\n');

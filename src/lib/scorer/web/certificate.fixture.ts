import { generateKeyPairSync, sign } from 'node:crypto';

const der = (tag: number, ...contents: Uint8Array[]): Buffer => {
  const body = Buffer.concat(contents);
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...contents: Uint8Array[]): Buffer => der(0x30, ...contents);
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (date: Date): Buffer =>
  der(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));

const day = 86_400_000;

/** A certificate for a name, signed by its own key, made now. Valid from yesterday to tomorrow unless days are given, from now. */
export const selfSigned = (name: string, [from, to] = [-1, 1]): { cert: string; key: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
  const called = sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(name)))));
  const subjectAltName = sequence(objectId('551d11'), der(0x04, sequence(der(0x82, Buffer.from(name)))));
  const basicConstraints = sequence(objectId('551d13'), der(0x04, sequence(der(0x01, Buffer.from([0xff])))));
  const told = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    called,
    sequence(utcTime(new Date(Date.now() + from! * day)), utcTime(new Date(Date.now() + to! * day))),
    called,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(subjectAltName, basicConstraints))
  );
  const signature = sign('sha256', told, privateKey);
  const whole = sequence(told, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature)).toString('base64');
  const lines = whole.match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  };
};

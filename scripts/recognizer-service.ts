// The local recognizer as a service of its own, so that reading can move to another machine: npm run recognizer-service
import { serveRecognizer } from '#recognizer/service.ts';

const { RECOGNIZER_KEY: key, PORT: port = '5000', HOST: host = '127.0.0.1' } = process.env;
if (!key) {
  console.error('Set RECOGNIZER_KEY to the key that callers must send.');
  process.exit(2);
}
const service = await serveRecognizer({ key, port: Number(port), host });
console.log(`The recognizer listens on ${service.address}`);
const stop = (): void => {
  void service.close();
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

// `npm run recognizer-service`: the local recognizer as a separate service, so that another machine can read ballots.
import { serveRecognizer, type RecognizerService } from '#recognizer/serve/service.ts';
import { cannotListen } from '#server/port.ts';
import { CannotStart, readServiceSettings } from '#server/settings.ts';

async function start(): Promise<RecognizerService> {
  const settings = readServiceSettings();
  const { RECOGNIZER_KEY: key, RECOGNIZER_WORKERS: workers } = settings;
  const { HOST: host, PORT: port, PUBLIC_URL: publicUrl } = settings;
  try {
    return await serveRecognizer({ key, host, port, publicUrl, workers });
  } catch (error) {
    throw cannotListen(settings, error as NodeJS.ErrnoException);
  }
}

try {
  const service = await start();
  console.log(`The recognizer listens on ${service.address}`);
  const stop = (): void => {
    void service.close();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error);
  process.exitCode = 1;
}

// The addresses of links. The check `types` fails if a link to a path that isn't in the route table would compile.
import { linkOptions } from '@tanstack/react-router';

export const links = [
  linkOptions({ to: '/season/try-outs/$tryOutId', params: { tryOutId: 'one' } }),
  // @ts-expect-error -- There is no such path.
  linkOptions({ to: '/nonsense' }),
  // @ts-expect-error -- The path has a parameter.
  linkOptions({ to: '/season/try-outs/$tryOutId' }),
  // @ts-expect-error -- The page reads no such parameter.
  linkOptions({ to: '/admin', search: { nope: 1 } }),
];

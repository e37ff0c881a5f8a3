// The person's own second factor: whether it is on, setting it up, and turning it off.
import { sessionApi as api } from '../api.ts';
import { limitingCodes, proveCode, provePassword } from '../sign-in/prove.ts';
import {
  beginSecondFactor as begin,
  confirmSecondFactor as confirm,
  hasSecondFactor,
  recoveryCodesLeft,
  removeSecondFactor as remove,
} from '../sign-in/second-factor.ts';

const status = api.secondFactor.handler(async ({ context: { signedIn, database }, errors }) => {
  if (!signedIn) throw errors.UNAUTHORIZED();
  const { id } = signedIn.me;
  const [isOn, left] = [await hasSecondFactor(database.owner, id), await recoveryCodesLeft(database.owner, id)];
  return { isOn, recoveryCodesLeft: left };
});

const beginSecondFactor = api.beginSecondFactor.handler(async ({ input, context, errors }) => {
  const { signedIn } = context;
  if (!signedIn) throw errors.UNAUTHORIZED();
  await provePassword(context, signedIn.me, input.currentPassword, errors);
  const begun = await begin(context, signedIn.me);
  if (!begun) throw errors.CONFLICT();
  return begun;
});

const confirmSecondFactor = api.confirmSecondFactor.handler(async ({ input, context, errors }) => {
  const { signedIn, database, log } = context;
  if (!signedIn) throw errors.UNAUTHORIZED();
  const { id } = signedIn.me;
  if (await hasSecondFactor(database.owner, id)) throw errors.CONFLICT();
  const recoveryCodes = await limitingCodes(context, id, () => confirm(context, id, input.code), errors);
  if (recoveryCodes === 'is on') throw errors.CONFLICT();
  log.info({ event: 'second factor on', userId: id }, 'A second factor was turned on');
  return { recoveryCodes };
});

const removeSecondFactor = api.removeSecondFactor.handler(async ({ input, context, errors }) => {
  const { signedIn, database, log } = context;
  if (!signedIn) throw errors.UNAUTHORIZED();
  const { id } = signedIn.me;
  await provePassword(context, signedIn.me, input.currentPassword, errors);
  await proveCode(context, id, input.code, errors);
  await remove(database, id, id);
  log.info({ event: 'second factor off', userId: id }, 'A second factor was turned off');
});

export const secondFactor = { secondFactor: status, beginSecondFactor, confirmSecondFactor, removeSecondFactor };

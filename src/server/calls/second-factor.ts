// The person's own second factor: whether it is on, setting it up, and turning it off.
import { accountApi as account } from '../api.ts';
import { limitingCodes, proveCode, provePassword } from '../sign-in/prove.ts';
import {
  beginSecondFactor as begin,
  confirmSecondFactor as confirm,
  hasSecondFactor,
  recoveryCodesLeft,
  removeSecondFactor as remove,
} from '../sign-in/second-factor.ts';

export const secondFactor = account.secondFactor.handler(async ({ context: { signedIn, database } }) => {
  const { id } = signedIn.me;
  const [isOn, left] = [await hasSecondFactor(database.owner, id), await recoveryCodesLeft(database.owner, id)];
  return { isOn, recoveryCodesLeft: left };
});

export const beginSecondFactor = account.beginSecondFactor.handler(async ({ input, context, errors }) => {
  const { signedIn } = context;
  await provePassword(context, signedIn.me, input.currentPassword, errors);
  const begun = await begin(context, signedIn.me);
  if (!begun) throw errors.CONFLICT();
  return begun;
});

export const confirmSecondFactor = account.confirmSecondFactor.handler(async ({ input, context, errors }) => {
  const { signedIn, database, log } = context;
  const { id } = signedIn.me;
  if (await hasSecondFactor(database.owner, id)) throw errors.CONFLICT();
  const recoveryCodes = await limitingCodes(context, id, () => confirm(context, id, input.code), errors);
  if (recoveryCodes === 'is on') throw errors.CONFLICT();
  log.info({ event: 'second factor on', userId: id }, 'A second factor was turned on');
  return { recoveryCodes };
});

export const removeSecondFactor = account.removeSecondFactor.handler(async ({ input, context, errors }) => {
  const { signedIn, database, log } = context;
  const { id } = signedIn.me;
  await provePassword(context, signedIn.me, input.currentPassword, errors);
  await proveCode(context, id, input.code, errors);
  await remove(database, id, id);
  log.info({ event: 'second factor off', userId: id }, 'A second factor was turned off');
});

import type { SignedIn } from '../../identity/grants.ts';
import type { Identity } from '../../identity/identity.ts';
import type { PhoneCodes } from '../../identity/phone-codes.ts';
import { SignInRefused } from '../../identity/refusal.ts';
import type { CallContext } from '../endpoint.ts';
import { clientOrigin, type TokenCallParameters, tenantOfSignIn } from './origin.ts';

/**
 * Signs in with the code that was sent to a phone; BladeX clients send it as `value`.
 * @throws SignInRefused, equal for a wrong code and a phone without an account; TooManyCalls.
 */
export const signInByPhone = async (
  identity: Identity,
  phoneCodes: PhoneCodes | undefined,
  asked: TokenCallParameters,
  call: CallContext,
): Promise<SignedIn> => {
  const origin = clientOrigin(call);
  const tenantId = tenantOfSignIn(asked, call);
  const phone = (asked.phone ?? '').trim();
  if (tenantId === '') throw new SignInRefused('missingTenant');
  if (phone === '') throw new SignInRefused('missingPhone');
  await identity.admit(tenantId, origin, 'sms_code');
  const code = asked.value ?? asked.code ?? '';
  const userId = await phoneCodes?.redeem({ tenantId, phone, id: asked.id ?? '', code });
  if (!userId) {
    await identity.record(tenantId, { kind: 'signInFailed', origin, detail: 'sms_code' });
    throw new SignInRefused('wrongCode');
  }
  return identity.signInProven({
    grantType: 'sms_code',
    tenantId,
    userId,
    origin,
    detail: 'sms_code',
  });
};

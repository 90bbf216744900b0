import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import {
  ApiFault,
  type FaultKind,
  type FieldMessage,
  faultTexts,
  type RecordDifference,
} from './fault.ts';

const kindByCode: Readonly<Record<number, FaultKind>> = {
  401: 'signedOut',
  403: 'denied',
  404: 'missing',
  409: 'conflict',
  429: 'busy',
  500: 'server',
  503: 'busy',
};

/** Fault kinds by the `reason` of the response, where it is more specific than the code. */
const kindByReason: Readonly<Record<string, FaultKind>> = { password_due: 'passwordDue' };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOrUndefined = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/**
 * Reads the envelope of a response. For HTTP statuses 200 to 500 the code in the body decides. A
 * body without a code is the flat response of the token call: its status and `error_code` decide.
 * @param body the parsed JSON, undefined if the response was not JSON
 * @returns `data` of the envelope, or the whole flat response
 * @throws ApiFault
 */
export const openEnvelope = (
  status: number,
  body: unknown,
  language: Language,
  requestId?: string,
): unknown => {
  const fail = (
    label: Label,
    detail: Partial<ConstructorParameters<typeof ApiFault>[1]>,
  ): never => {
    throw new ApiFault(say(label, language), { kind: 'server', status, requestId, ...detail });
  };
  if (status < 200 || status > 500) return fail(faultTexts.network, { kind: 'network' });
  if (!isObject(body)) return fail(faultTexts.unknown, {});

  const failed = status >= 400 || 'error_code' in body;
  const code = typeof body.code === 'number' ? body.code : failed ? Math.max(status, 400) : 200;
  if (code === 200) return 'code' in body ? body.data : body;

  const data = isObject(body.data) ? body.data : {};
  const fields = Array.isArray(data.errors) ? (data.errors as FieldMessage[]) : [];
  const message = textOrUndefined(body.msg) ?? textOrUndefined(body.error_description);
  const reason = textOrUndefined(body.error_code);
  const kind =
    kindByReason[reason ?? ''] ?? kindByCode[code] ?? (fields.length > 0 ? 'invalid' : 'refused');
  throw new ApiFault(message ?? say(faultTexts.unknown, language), {
    kind,
    status,
    code,
    reason,
    said: message,
    fields,
    current: data.current,
    changed: Array.isArray(data.changed) ? (data.changed as RecordDifference[]) : [],
    requestId: textOrUndefined(data.requestId) ?? requestId,
  });
};

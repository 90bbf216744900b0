import { fill, type Label } from '../label.ts';

/** Patterns of the specification, used in the browser and on the server. */
const email = /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(\.[\w-]+)*\.[A-Za-z]{2,}$/;
const url = /^https?:\/\/[^\s/?#@:]+(:\d{1,5})?([/?#]\S*)?$/i;
const mobile = /^1\d{10}$/;

/**
 * True for a mail address; quoted local parts and addresses without a top-level domain are refused.
 */
export const isEmail = (text: string): boolean => text.length <= 254 && email.test(text);

/** True for a mainland mobile number: 11 digits, the first a 1. */
export const isMobile = (text: string): boolean => mobile.test(text);

/** True for an absolute http or https address with a host. */
export const isUrl = (text: string): boolean => url.test(text);

/**
 * Characters that are invisible or change the direction of text, by which two different names could
 * look alike. The middle dot of names (阿依古丽·买买提) and rare characters are allowed.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Returns the fault of a person's name other than its length, or undefined; `label` names the
 * field.
 */
export const personNameFault = (text: string, label: Label): Label | undefined =>
  invisible.test(text.trim())
    ? fill(['【{label}】不能包含不可见字符', '{label} contains invisible characters'], {
        label,
      })
    : undefined;

/**
 * Returns the fault of a phone number, or undefined; the messages are those of the specification.
 */
export const phoneFault = (text: string | null | undefined): Label | undefined => {
  const phone = (text ?? '').trim();
  if (phone === '') return ['手机号码不能为空', 'phone number cannot be empty'];
  if (phone.length !== 11) return ['手机号码长度不是 11 位', 'phone number length is not 11'];
  if (!isMobile(phone)) return ['手机号码格式不正确', 'phone number format is incorrect'];
  return undefined;
};

/**
 * Removes these characters from the end of a text in linear time. A pattern such as `/[.,]+$/`
 * would need quadratic time.
 */
export const trimEndCharacters = (text: string, characters: string): string => {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
};

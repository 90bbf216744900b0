import { type Credential, credentialPlaceholder, isCredentialPlaceholder } from './credential.ts';

/** Character that replaces a hidden one. */
export const maskCharacter = '*';

/**
 * Numbers of characters left visible at the beginning and end of a text of at least `shownFrom`
 * characters.
 */
const head = 3;
const tail = 4;
const shownFrom = 8;

/** Masks all but the first three and the last four characters; a short text completely. */
export const maskText = (text: string): string =>
  text.length < shownFrom
    ? maskCharacter.repeat(text.length)
    : `${text.slice(0, head)}${maskCharacter.repeat(text.length - head - tail)}${text.slice(-tail)}`;

/** True if a text contains the mask, and so must not be stored. */
export const isMasked = (text: unknown): boolean =>
  typeof text === 'string' && text.includes(maskCharacter);

/** Properties of a field that decide about the text shown instead of its value. */
interface Concealed {
  readonly masked?: string | undefined;
  readonly credential?: Credential | undefined;
}

/** Returns the text shown instead of the value of a masked field or a credential. */
export const concealedText = ({ credential }: Concealed, text: string): string =>
  credential ? credentialPlaceholder : maskText(text);

/** True if the value is the text shown instead of the real value. */
export const isConcealedText = ({ masked, credential }: Concealed, given: unknown): boolean =>
  credential ? isCredentialPlaceholder(given) : masked !== undefined && isMasked(given);

/**
 * Masks a person's name for the public: its first character, and an asterisk for each further one,
 * at most three.
 */
export const maskedName = (name: string): string => {
  const [first = '', ...rest] = [...name.trim()];
  return first + maskCharacter.repeat(Math.min(rest.length, 3));
};

import { type Credential, credentialPlaceholder, isCredentialPlaceholder } from './credential.ts';

/** Character that replaces a hidden one. */
export const maskCharacter = '*';

/** Parts left of a text of at least `shownFrom` characters: its beginning and its end. */
const head = 3;
const tail = 4;
const shownFrom = 8;

/** The text with the first three and the last four characters; of a short one nothing is shown. */
export const maskText = (text: string): string =>
  text.length < shownFrom
    ? maskCharacter.repeat(text.length)
    : `${text.slice(0, head)}${maskCharacter.repeat(text.length - head - tail)}${text.slice(-tail)}`;

/** Tells whether a text is masked, and so not a value to store. */
export const isMasked = (text: unknown): boolean =>
  typeof text === 'string' && text.includes(maskCharacter);

/** Parts of a field that say what people read in place of its value. */
interface Concealed {
  readonly masked?: string | undefined;
  readonly credential?: Credential | undefined;
}

/** Text that people read in place of the value of a masked field or a credential. */
export const concealedText = ({ credential }: Concealed, text: string): string =>
  credential ? credentialPlaceholder : maskText(text);

/** Is it what somebody read in place of such a value? */
export const isConcealedText = ({ masked, credential }: Concealed, given: unknown): boolean =>
  credential ? isCredentialPlaceholder(given) : masked !== undefined && isMasked(given);

/** A person's name for strangers: its first character, and a star for each other one, at most three. */
export const maskedName = (name: string): string => {
  const [first = '', ...rest] = [...name.trim()];
  return first + maskCharacter.repeat(Math.min(rest.length, 3));
};

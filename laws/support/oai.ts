import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';

xmlRegisterFsInputProviders();

/** Path of the published schemas, which are not part of the project (ruling 36). */
const schema = fileURLToPath(new URL('../../../shared/data/schemas/oai-all.xsd', import.meta.url));

const validator = existsSync(schema)
  ? XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(schema), { url: schema }))
  : null;
if (!validator) console.log(`Answers were not validated: ${schema} does not exist`);

/**
 * Validates a whole response by the published schemas; empty for a valid one, and if the schemas
 * are missing.
 */
export const schemaFaults = (text: string): string => {
  const document = XmlDocument.fromString(text);
  try {
    validator?.validate(document);
    return '';
  } catch (error) {
    return String(error);
  } finally {
    document.dispose();
  }
};

/** Header of a record in a response. */
export interface Header {
  readonly id: string;
  readonly isDeleted: boolean;
  readonly stamp: string;
}

const textIn = (text: string, name: string): string =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? '';

export const headersIn = (text: string): readonly Header[] =>
  [...text.matchAll(/<header( status="deleted")?>(.*?)<\/header>/g)].map(
    ([, status, inside = '']) => ({
      id: textIn(inside, 'identifier'),
      isDeleted: status !== undefined,
      stamp: textIn(inside, 'datestamp'),
    }),
  );

/** Returns the token of the next page; empty on the last one. */
export const tokenIn = (text: string): string =>
  /<resumptionToken[^>]*>([^<]+)<\/resumptionToken>/.exec(text)?.[1] ?? '';

export const errorIn = (text: string): string => /<error code="(\w+)"/.exec(text)?.[1] ?? '';

/** Reads a list page by page, as harvesters do. */
export const walk = async (
  ask: (query: Readonly<Record<string, string>>) => Promise<string>,
  query: Readonly<Record<string, string>>,
  between: (page: number) => Promise<void> = async () => undefined,
): Promise<readonly string[]> => {
  const pages: string[] = [];
  const { verb = '' } = query;
  let text = await ask(query);
  for (;;) {
    pages.push(text);
    const resumptionToken = tokenIn(text);
    if (resumptionToken === '') return pages;
    await between(pages.length);
    text = await ask({ verb, resumptionToken });
  }
};

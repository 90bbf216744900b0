/** Client id and secret in an `Authorization: Basic` header, or undefined. */
export const basicClient = (
  header: string | undefined,
): { readonly id: string; readonly secret: string } | undefined => {
  const encoded = /^basic\s+([a-z\d+/=_-]+)$/i.exec(header?.trim() ?? '')?.[1];
  const match = encoded
    ? /^([^:]+):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8'))
    : null;
  return match ? { id: match[1] ?? '', secret: match[2] ?? '' } : undefined;
};

/** The token in a `Blade-Auth` header or parameter: `bearer <token>`. */
export const bearerToken = (text: string | undefined): string | undefined =>
  /^bearer\s+(\S+)$/i.exec(text?.trim() ?? '')?.[1];

/** The access token in the headers of a request: `Blade-Auth`, or `Authorization` as OAuth has it. */
export const tokenIn = (header: (name: string) => string | undefined): string | undefined =>
  bearerToken(header('blade-auth')) ?? bearerToken(header('authorization'));

/** Call in the server's own API description. */
export interface Described {
  readonly method: 'GET' | 'POST';
  /** Path below `/api/`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** True for a call with a file in a multipart body. */
  readonly upload: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly schema: Schema;
}

/** Subset of JSON Schema that the description uses. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  /** Schema of each value of an object whose names the client chooses. */
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

/** Calls whose response never ends, or that end the session of the caller. */
const leftOut: ReadonlySet<string> = new Set([
  'kh-edu-research/message/stream',
  'blade-auth/oauth/logout',
  'blade-auth/logout',
]);

const described = (address: string, method: string, operation: Operation): Described => {
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  const parameters = [
    ...(operation.parameters ?? []),
    ...bodies.flatMap(([, { schema }]) =>
      Object.entries(schema.properties ?? {}).map(([name, each]) => ({ name, schema: each })),
    ),
  ];
  return {
    method: method.toUpperCase() as Described['method'],
    path: address.replace(/^\/(?:api\/)?/, ''),
    parameters: [...new Map(parameters.map((one) => [one.name, one])).values()],
    upload: bodies.some(([type]) => type.startsWith('multipart/')),
  };
};

/** Returns every call that a server describes, except those that would end the run. */
export const describedCalls = async (
  site: string,
  headers: Readonly<Record<string, string>>,
): Promise<readonly Described[]> => {
  const answer = await fetch(`${site}/api/openapi.json`, { headers });
  const { paths } = (await answer.json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  return Object.entries(paths)
    .flatMap(([address, operations]) =>
      Object.entries(operations).map(([method, operation]) =>
        described(address, method, operation),
      ),
    )
    .filter(({ path }) => !leftOut.has(path));
};

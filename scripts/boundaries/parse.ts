import { parseSync, Visitor } from 'rolldown/utils';

/** Import of a file. */
export interface Import {
  readonly from: string;
  /** `type`: erased by the compiler; `lazy`: `import('…')`, so not needed to load the file. */
  readonly kind: 'value' | 'type' | 'lazy';
  readonly line: number;
}

/** Name, string or page text in a source file, without comments. */
export interface Saying {
  readonly text: string;
  readonly line: number;
}

/** Function with a body. */
export interface FunctionSize {
  /** Name of the function; `function` if anonymous. */
  readonly name: string;
  readonly line: number;
  readonly lines: number;
  /** Text around its beginning: its docstring and first lines. */
  readonly before: string;
}

export interface Parsed {
  readonly imports: readonly Import[];
  readonly sayings: readonly Saying[];
  readonly functions: readonly FunctionSize[];
}

/**
 * Parses the imports and texts of a source file.
 * @throws Error when the file does not parse.
 */
export function parseSource(path: string, code: string): Parsed {
  const { module, program, errors } = parseSync(path, code);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const lineAt = lineFinder(code);

  const imports: Import[] = [
    ...module.staticImports.map((item) => ({
      from: item.moduleRequest.value,
      kind: kindOf(item.entries.length > 0 && item.entries.every((entry) => entry.isType)),
      line: lineAt(item.start),
    })),
    ...module.staticExports.flatMap((item) => {
      const from = item.entries[0]?.moduleRequest?.value;
      const kind = kindOf(item.entries.every((entry) => entry.isType));
      return from ? [{ from, kind, line: lineAt(item.start) }] : [];
    }),
    ...module.dynamicImports.flatMap((item) => {
      const text = code.slice(item.moduleRequest.start, item.moduleRequest.end);
      const from = /^(['"`])([^'"`$]+)\1$/.exec(text)?.[2];
      return from ? [{ from, kind: 'lazy' as const, line: lineAt(item.start) }] : [];
    }),
  ];

  const sayings: Saying[] = [];
  const say = (text: string, start: number): void => {
    sayings.push({ text, line: lineAt(start) });
  };
  const functions: FunctionSize[] = [];
  const lines = code.split('\n');
  const measure = (node: { start: number; end: number; id?: { name: string } | null }): void => {
    const line = lineAt(node.start);
    functions.push({
      name: node.id?.name ?? /(?:const|let) (\w+)/.exec(lines[line - 1] ?? '')?.[1] ?? 'function',
      line,
      lines: lineAt(node.end) - line + 1,
      before: lines.slice(Math.max(0, line - 16), line + 2).join('\n'),
    });
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
    Identifier: (node) => say(node.name, node.start),
    JSXIdentifier: (node) => say(node.name, node.start),
    JSXText: (node) => say(node.value, node.start),
    TemplateElement: (node) => say(node.value.raw, node.start),
    Literal: (node) => {
      if (typeof node.value === 'string') say(node.value, node.start);
    },
  }).visit(program);
  return { imports, sayings, functions };
}

const kindOf = (typesOnly: boolean): 'type' | 'value' => (typesOnly ? 'type' : 'value');

function lineFinder(code: string): (position: number) => number {
  const starts = [0];
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1);
  return (position) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { escapeMarkup } from '../base/escape-markup.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import { type DescriptionTitle, serviceOf } from './describe.ts';

const style = `
body { font: 15px/1.6 system-ui, 'PingFang SC', 'Microsoft YaHei', sans-serif; color: #1f2329;
  background: #fff; max-width: 68rem; margin: 0 auto; padding: 2rem 1.5rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
nav { columns: 3 16rem; font-size: .9rem; } nav a { display: block; color: #2b6cb0; }
details { border-top: 1px solid #e5e6eb; padding: .4rem 0; } summary { cursor: pointer; }
code { font: .88em ui-monospace, Menlo, Consolas, monospace; }
.method { display: inline-block; min-width: 3.2rem; font-weight: 600; color: #2b6cb0; }
.POST { color: #9a5b00; } .what { color: #5c6370; margin-left: .75rem; }
table { border-collapse: collapse; margin: .5rem 0 1rem 3.2rem; font-size: .9rem; }
td, th { text-align: left; padding: .15rem 1rem .15rem 0; vertical-align: top; }
th { font-weight: 500; color: #5c6370; }
@media (prefers-color-scheme: dark) { body { background: #16181d; color: #e4e6eb; }
  details { border-color: #33363d; } nav a, .method { color: #7db3ec; } .POST { color: #e0a458; }
  .what, th { color: #a3a8b3; } }
`;

interface Described {
  readonly type?: string;
  readonly title?: string;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
}

const typeText = (schema: Described): string =>
  [
    schema.type ?? '',
    ...(schema.maxLength ? [`≤ ${schema.maxLength}`] : []),
    ...(schema.enum && schema.enum.length <= 12 ? [schema.enum.join(' | ')] : []),
  ].join(' ');

const parameters = (endpoint: Endpoint): string => {
  const own = endpoint.input as {
    properties?: Record<string, Described>;
    required?: readonly string[];
  };
  const described = endpoint.describes?.() as
    | { properties?: Record<string, Described> }
    | undefined;
  const rows = Object.entries({ ...described?.properties, ...own.properties }).map(
    ([name, schema]) =>
      `<tr><td><code>${escapeMarkup(name)}</code>${own.required?.includes(name) ? ' *' : ''}</td><td>${escapeMarkup(schema.title ?? '')}</td><td><code>${escapeMarkup(typeText(schema))}</code></td></tr>`,
  );
  return rows.length === 0 ? '' : `<table>${rows.join('')}</table>`;
};

const authNames: Readonly<Record<Endpoint['auth'], Label>> = {
  public: ['公开', 'open to all'],
  program: ['需客户端认证', 'needs the client header'],
  user: ['需登录', 'needs a session'],
};

/** Renders the calls as a page: no script, no external content. */
export const docsPage = (
  endpoints: readonly Endpoint[],
  title: DescriptionTitle,
  language: Language,
): string => {
  const groups = Map.groupBy(endpoints, serviceOf);
  const names = [...groups.keys()].sort();
  const sections = names.map((name) => {
    const calls = (groups.get(name) ?? []).map(
      (call) =>
        `<details><summary><span class="method ${call.method}">${call.method}</span><code>/api/${escapeMarkup(call.path)}</code><span class="what">${escapeMarkup(say(call.summary, language))} · ${say(authNames[call.auth], language)}${call.permissions ? ` · <code>${escapeMarkup(call.permissions.join(', '))}</code>` : ''}</span></summary>${parameters(call)}</details>`,
    );
    return `<h2 id="${escapeMarkup(name)}">${escapeMarkup(name)}</h2>${calls.join('')}`;
  });
  const heading = language === 'zh' ? '接口说明' : 'Call reference';
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(title.title)} ${heading}</title><style>${style}</style></head><body><h1>${escapeMarkup(title.title)} ${heading} <small>${escapeMarkup(title.version)}</small></h1><p><a href="/api/openapi.json">OpenAPI 3.1</a></p><nav>${names.map((name) => `<a href="#${escapeMarkup(name)}">${escapeMarkup(name)}</a>`).join('')}</nav>${sections.join('')}</body></html>`;
};

import { type ActorCall, type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { say } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { answerQuestions } from './answer.server.ts';
import { dimensionsOf, figureOf, figureSubjects, isFlow, switchesOf } from './catalog.ts';
import {
  type AskableFigure,
  type DimensionKey,
  dimensions,
  type Figure,
  isDerived,
  type Question,
  type Subject,
  unitLabels,
} from './figure.ts';
import { newestRows } from './newest.server.ts';

const service = 'kh-edu-research/statistics';
const year = Type.Integer({ minimum: 1900, maximum: 2200 });
const key = Type.Union(Object.keys(dimensions).map((name) => Type.Literal(name as DimensionKey)));

/** Maximum number of questions per call. */
const maxQuestionsPerCall = 60;

const question = Type.Object({
  figure: Type.String({ maxLength: 60 }),
  by: Type.Optional(Type.Array(key, { maxItems: 3 })),
  from: Type.Optional(year),
  to: Type.Optional(year),
  department: Type.Optional(Type.String({ pattern: '^\\d{1,19}(,\\d{1,19}){0,99}$' })),
  // Each key is optional; a TypeBox record with named keys would require all of them.
  only: Type.Optional(
    Type.Partial(Type.Record(key, Type.String({ minLength: 1, maxLength: 300 }))),
  ),
  switches: Type.Optional(
    Type.Array(Type.Union([Type.Literal('sign'), Type.Literal('author'), Type.Literal('times')]), {
      maxItems: 3,
    }),
  ),
  change: Type.Optional(Type.Boolean()),
});

/** True if the reader may open a page of the figure. */
export const mayAsk = (
  figure: Figure,
  { actor }: { readonly actor: Pick<Actor, 'permissions'> },
): boolean =>
  isDerived(figure)
    ? figure.parts.every((part) => mayAsk(figureOf(part), { actor }))
    : figure.sources.some(({ resource, view }) =>
        actor.permissions.has(resource.views[view]?.code ?? ''),
      );

/** Figures that the caller may query. */
const catalog = (call: ActorCall): readonly AskableFigure[] =>
  Object.entries(figureSubjects).flatMap(([subject, all]) =>
    all
      .filter((figure) => mayAsk(figure, call))
      .map((figure) => ({
        key: figure.key,
        subject: subject as Subject,
        label: say(figure.label, call.language),
        unit: say(unitLabels[figure.unit], call.language),
        caliber: say(figure.caliber, call.language),
        by: dimensionsOf(figure).map((name) => ({
          key: name,
          label: say(dimensions[name].label, call.language),
        })),
        switches: switchesOf(figure),
        flows: isFlow(figure),
      })),
  );

/** Calls of `statistics`: the catalogue of figures, and answers to questions. */
export const statisticsEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: `${service}/figures`,
    auth: 'user',
    perMinute: 240,
    summary: ['统计指标：一页的全部问题', 'Figures: all questions of a page'],
    input: Type.Object({
      questions: Type.Array(question, { minItems: 1, maxItems: maxQuestionsPerCall }),
    }),
    run: ({ questions }, call) => answerQuestions(call, questions as readonly Question[]),
  }),
  endpoint({
    method: 'GET',
    path: `${service}/newest`,
    auth: 'user',
    perMinute: 60,
    summary: ['统计指标：最新的记录', 'The newest rows that a figure counts'],
    input: Type.Object({ figure: Type.String({ minLength: 1, maxLength: 60 }) }),
    run: ({ figure }, call) => newestRows(call, figure),
  }),
  endpoint({
    method: 'GET',
    path: `${service}/catalog`,
    auth: 'user',
    summary: ['统计指标目录', 'Catalogue of figures'],
    input: Type.Object({}),
    run: async (_input, call) => catalog(call),
  }),
];

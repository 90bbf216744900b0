import type { FindingPlace } from '@keyan/kernel/finding.ts';
import type { Diagram, DiagramNode } from '@keyan/kernel/workflow/diagram.ts';
import { variableOfReference } from '@keyan/kernel/workflow/directory.ts';
import { Unreadable, variableNamesIn } from '@keyan/kernel/workflow/expression.ts';
import { nodeTitle, peopleNamedBy } from '@keyan/kernel/workflow/graph.ts';
import { parseExpression } from '@keyan/kernel/workflow/parse.ts';

/** Use of a name in a route. */
export type NameUse = 'condition' | 'skip' | 'completion' | 'people' | 'editable';

/** Name that a route requires: a field of the kind. */
export interface RequiredName {
  readonly use: NameUse;
  /** Flow or node that uses it. */
  readonly at: FindingPlace;
  readonly name: string;
}

/** Reference to a person or a role. */
export interface RequiredPerson {
  readonly at: FindingPlace;
  readonly reference: string;
}

/** Dependencies of a route, to be checked where it is deployed. */
export interface RouteDependencies {
  readonly names: readonly RequiredName[];
  readonly people: readonly RequiredPerson[];
}

/** Returns the names in an expression; none for an unreadable one, which the checks of the route report. */
const namesOf = (source: string | undefined): readonly string[] => {
  try {
    return source === undefined ? [] : [...variableNamesIn(parseExpression(source))];
  } catch (error) {
    if (error instanceof Unreadable) return [];
    throw error;
  }
};

const placeOf = (node: DiagramNode): FindingPlace => ({ id: node.id, name: nodeTitle(node) });

const namesOfNode = (node: DiagramNode): RequiredName[] => {
  const at = placeOf(node);
  const named = (use: NameUse, names: readonly string[]): RequiredName[] =>
    names.map((name) => ({ use, at, name }));
  const people = named(
    'people',
    peopleNamedBy(node).flatMap((reference) => variableOfReference(reference) ?? []),
  );
  if (node.type === 'service') return people;
  if (node.type !== 'user') return [];
  return [
    ...named('skip', namesOf(node.skip)),
    ...named('completion', namesOf(node.multi?.completion)),
    ...named('people', node.multi?.collection === undefined ? [] : [node.multi.collection]),
    ...people,
    ...named('editable', node.editable),
  ];
};

/** Returns the dependencies of a route. */
export const routeDependenciesOf = (diagram: Diagram): RouteDependencies => ({
  names: [
    ...diagram.flows.flatMap(({ id, condition }) =>
      namesOf(condition).map(
        (name): RequiredName => ({ use: 'condition', at: { id, name: id }, name }),
      ),
    ),
    ...diagram.nodes.flatMap(namesOfNode),
  ],
  people: diagram.nodes.flatMap((node) =>
    peopleNamedBy(node)
      .filter(
        (reference) => reference !== 'applicant' && variableOfReference(reference) === undefined,
      )
      .map((reference) => ({ at: placeOf(node), reference })),
  ),
});

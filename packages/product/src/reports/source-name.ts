import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';

/** Page whose records a report may query. */
export interface ReportPage {
  readonly resource: Resource;
  readonly view: string;
}

/** Label of the kind to which a page is limited, by variant or scope; undefined if none. */
const kindOf = ({ resource, view }: ReportPage): Label | undefined => {
  const { scope, variant } = resource.views[view] ?? {};
  const [field, code] =
    variant !== undefined
      ? [resource.variants?.field, variant]
      : scope?.kind === 'coded'
        ? [scope.field, scope.codes[0]]
        : [];
  const dictionary = resource.fields[field ?? '']?.spec.dictionary;
  return dictionary && entryOf(dictionary, code ?? '')?.label;
};

/**
 * Name of a page across the whole system: its label or the name of its records, with the kind if
 * pages of several kinds share a name (申报项目库 of each kind of project).
 */
export const sourceName = (page: ReportPage): Label => {
  const { resource, view } = page;
  const { label } = resource.views[view] ?? resource;
  const twins = Object.values(resource.views).filter((each) => each.label[0] === label[0]);
  const kind = twins.length > 1 ? kindOf(page) : undefined;
  const parts = [
    ...(label[0].includes(resource.label[0]) ? [] : [resource.label]),
    label,
    ...(kind ? [kind] : []),
  ];
  return [parts.map(([zh]) => zh).join(' · '), parts.map(([, en]) => en).join(' · ')];
};

import type { Label } from '@keyan/kernel/label.ts';
import type { WorkRow } from '@keyan/kernel/wire/tasks.ts';

/** Returns the name without the kind, which has a column of its own. */
export const recordNameOf = ({
  businessName,
  kindName,
}: Pick<WorkRow, 'businessName' | 'kindName'>): string =>
  businessName.startsWith(`${kindName}-`)
    ? businessName.slice(kindName.length + 1)
    : businessName.slice(businessName.indexOf('-') + 1);

/** Returns every fact with its label, one per line. */
export const factsText = ({ facts }: WorkRow, label: (text: Label) => string): string =>
  facts.map(({ label: name, text }) => label([`${name}：${text}`, `${name}: ${text}`])).join('\n');

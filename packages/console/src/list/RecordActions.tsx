import { MoreOutlined } from '@ant-design/icons';
import type { Resource, View } from '@keyan/kernel/resource.ts';
import { Button, Dropdown } from 'antd';
import { type ComponentType, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deed, WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import { pagesOf, usePresentation } from '../shared/resources.tsx';
import { useTab } from '../shell/tab.ts';
import { useActs } from './useActs.tsx';
import { type VerbName, verbLabel, verbs } from './verbs.ts';

/** The verbs in the head of a record and the verdict of the server that each waits for. */
const deeds: readonly (readonly [VerbName, Deed])[] = [
  ['handle', 'audit'],
  ['submit', 'submit'],
  ['recall', 'recall'],
  ['copy', 'copy'],
  ['backDraft', 'backDraft'],
  ['abolish', 'abolish'],
  ['remove', 'remove'],
];

/** How many stand as buttons; the rest is behind 更多. */
const asButtons = 2;

interface RecordActionsProps {
  readonly row: WireRow;
  readonly view: View;
}

/** What may be done to a record in its present state, as the server judged it for this person. */
export const recordActions = (resource: Resource): ComponentType<RecordActionsProps> => {
  const RecordActions = ({ row, view }: RecordActionsProps) => {
    const label = useLabel();
    const { t } = useTranslation();
    const tab = useTab();
    const { RecordTools } = usePresentation(resource);
    const chosen = useRef<VerbName>(undefined);
    const { act, dialogs } = useActs(resource, view, () => {
      // What was deleted has no page any more.
      if (chosen.current === 'remove') tab.close(pagesOf(view).list);
    });
    const allowed = deeds
      .filter(([, deed]) => row.permissions?.[deed]?.allowed)
      .map(([verb]) => verb);
    const run = (verb: VerbName) => {
      chosen.current = verb;
      act(verb, row);
    };
    const more = allowed.slice(asButtons);
    return (
      <>
        {RecordTools && <RecordTools row={row} view={view} />}
        {allowed.slice(0, asButtons).map((verb) => (
          <Button
            key={verb}
            type={verb === 'handle' || verb === 'submit' ? 'primary' : 'default'}
            onClick={() => run(verb)}
          >
            {label(verbLabel(verb, row))}
          </Button>
        ))}
        {more.length > 0 && (
          <Dropdown
            trigger={['click']}
            menu={{
              items: more.map((verb) => ({
                key: verb,
                label: label(verbLabel(verb, row)),
                danger: verbs[verb].danger,
              })),
              onClick: ({ key }) => run(key as VerbName),
            }}
          >
            <Button icon={<MoreOutlined />} aria-label={t('more')} />
          </Dropdown>
        )}
        {dialogs}
      </>
    );
  };
  return RecordActions;
};

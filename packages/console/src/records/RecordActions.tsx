import { MoreOutlined } from '@ant-design/icons';
import type { Ability } from '@keyan/kernel/ability.ts';
import type { Resource, View } from '@keyan/kernel/resource.ts';
import { Button } from 'antd';
import { type ComponentType, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useScreen } from '../base/useScreen.ts';
import { MenuButton } from '../components/MenuButton.tsx';
import type { WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import { useTab } from '../navigation/tab.ts';
import { pagesOf, usePresentation } from '../presentation/resources.tsx';
import { type VerbName, verbLabel, verbs } from './actions.ts';
import { useActs } from './useRecordActions.tsx';

/** The verbs in the head of a record and the verdict of the server that each waits for. */
const judged: readonly (readonly [VerbName, Ability])[] = [
  ['handle', 'audit'],
  ['submit', 'submit'],
  ['recall', 'recall'],
  ['copy', 'copy'],
  ['zip', 'zip'],
  ['backDraft', 'backDraft'],
  ['abolish', 'abolish'],
  ['remove', 'remove'],
];

/** How many stand as buttons on a wide screen; the rest is behind 更多. */
const asButtons = 2;
/** What the page is there for: a button on every screen, the loud one, at the end. */
const primary: ReadonlySet<VerbName> = new Set(['handle', 'submit']);

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
    const isWide = useScreen() === 3;
    const { RecordTools } = usePresentation(resource);
    const chosen = useRef<VerbName>(undefined);
    const { act, dialogs } = useActs(resource, view, () => {
      // What was deleted has no page any more.
      if (chosen.current === 'remove') tab.close(pagesOf(view).list);
    });
    const allowed = judged
      .filter(([, ability]) => row.permissions?.[ability]?.allowed)
      .map(([verb]) => verb);
    const run = (verb: VerbName) => {
      chosen.current = verb;
      act(verb, row);
    };
    const buttons = allowed.slice(0, asButtons).filter((verb) => isWide || primary.has(verb));
    const more = allowed.filter((verb) => !buttons.includes(verb));
    const buttonOf = (verb: VerbName) => (
      <Button key={verb} type={primary.has(verb) ? 'primary' : 'default'} onClick={() => run(verb)}>
        {label(verbLabel(verb, row))}
      </Button>
    );
    return (
      <>
        {RecordTools && <RecordTools row={row} view={view} />}
        {buttons.filter((verb) => !primary.has(verb)).map(buttonOf)}
        {more.length > 0 && (
          <MenuButton
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
          </MenuButton>
        )}
        {buttons.filter((verb) => primary.has(verb)).map(buttonOf)}
        {dialogs}
      </>
    );
  };
  return RecordActions;
};

import { CheckOutlined, EllipsisOutlined, RollbackOutlined } from '@ant-design/icons';
import type { Label } from '@keyan/kernel/label.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import type { TaskPageData } from '@keyan/kernel/wire/tasks.ts';
import { App, Button, Checkbox, Input, type InputRef } from 'antd';
import { useRef, useState, useSyncExternalStore } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { Glyph } from '../components/Glyph.tsx';
import { MenuButton } from '../components/MenuButton.tsx';
import { FootBar } from '../components/Page.tsx';
import { toast } from '../components/toast.ts';
import { DraftBanner } from '../form/DraftBanner.tsx';
import type { FormStore } from '../form-store/store.ts';
import { useLabel } from '../i18n/language.ts';
import { useShortcuts } from '../navigation/shortcuts.ts';
import { BackDialog } from './BackDialog.tsx';
import { AttachButton, OpinionDrawer } from './OpinionDrawer.tsx';
import type { Opinion } from './opinion.ts';
import { PhrasesDialog } from './PhrasesDialog.tsx';
import { keepOpensNext, longestOpinion, opensNext, phrasesOf } from './phrases.ts';
import { TransferDialog } from './TransferDialog.tsx';
import type { Handling } from './useHandling.ts';
import { useOpinionFiles } from './useOpinionFiles.ts';
import { useTaskDraft } from './useTaskDraft.ts';

interface HandleFootProps {
  readonly resource: Resource;
  readonly sheet: TaskPageData;
  readonly handling: Handling;
  readonly opinion: Opinion;
  readonly form: FormStore;
  readonly editable: readonly string[];
  /** Of the record. */
  readonly title: string;
  readonly onBack: () => void;
  /** Tells the page, which decides where to go after the last word. */
  readonly onNext: (on: boolean) => void;
}

type Against = 'back' | 'close' | 'refuse';

/** What the opinion has to say. */
const reasons: Readonly<Record<Against, Label>> = {
  back: ['请填写退回意见，说明要改什么', 'Say what has to be changed'],
  close: ['请填写关闭申请的理由', 'Say why it is closed'],
  refuse: ['请填写不通过的理由', 'Say why it is refused'],
};

type Open = 'back' | 'transfer' | 'phrases' | null;

/** What a refusal leaves to the applicant. */
const refusalMeans = {
  copy: [
    '不通过后流程结束，申请人只能复制后重新提交',
    'The process ends; the applicant can only copy the record and submit it anew',
  ],
  mend: [
    '不通过后流程结束，申请人可以修改后重新提交',
    'The process ends; the applicant may mend the record and submit it again',
  ],
} as const satisfies Record<string, Label>;

interface No {
  readonly button: Label;
  /** What is asked before an applicant says no. */
  readonly question: Label;
  readonly means: Label;
  readonly lacking: Against;
}

/** How a no is called, by what it leads to. */
const noes: Readonly<Record<'return' | 'close', No>> = {
  return: {
    button: ['退回', 'Return'],
    question: ['确定退回？', 'Return it?'],
    means: ['退回后按流程图重新办理', 'It goes back along the route'],
    lacking: 'back',
  },
  close: {
    button: ['关闭申请', 'Close application'],
    question: ['确定关闭该申请？', 'Close this application?'],
    means: ['关闭后流程结束，不再继续审批', 'The process ends; nobody is asked any more'],
    lacking: 'close',
  },
};

/** The verdict: phrases, opinion, and the buttons that this step has; those it lacks are absent. */
export const HandleFoot = (props: HandleFootProps) => {
  const { sheet, handling, onBack, onNext } = props;
  const label = useLabel();
  const { modal } = App.useApp();
  const narrow = useScreen() === 0;
  const field = useRef<InputRef>(null);
  const [phrases, setPhrases] = useState(() => phrasesOf());
  const draft = useTaskDraft(sheet, props);
  const opinion = useSyncExternalStore(props.opinion.subscribe, props.opinion.text);
  const given = useOpinionFiles(props.resource, props.opinion, props.form);
  const [lacking, setLacking] = useState<Against | null>(null);
  const [next, setNext] = useState(opensNext);
  const [open, setOpen] = useState<Open>(null);
  const { busy } = handling;
  const attachable = props.resource.attachable?.(props.form.stored() as never) !== false;

  /** A verdict takes along what was attached: nothing may still be on its way. */
  const complete = (go: () => void) => {
    const blocker = props.form.blockedBy();
    if (blocker) return toast.warning(blocker);
    go();
  };
  /** Return and refusal say what has to change (decisions 10). */
  const withOpinion = (verdict: Against, go: () => void) => {
    if (opinion.trim() !== '') return complete(go);
    setLacking(verdict);
    field.current?.focus();
  };
  const agree = () => complete(() => void handling.agree(opinion.trim()));
  // An applicant who confirms has only what the route says; everybody else chooses where to.
  const way = sheet.isConfirmation ? sheet.against : 'return';
  const no = way === '' ? undefined : noes[way];
  const disagree = ({ question, means, button }: No) =>
    modal.confirm({
      title: label(question),
      content: label(means),
      okText: label(button),
      okButtonProps: { danger: true },
      cancelText: label(['取消', 'Cancel']),
      onOk: () => void handling.disagree(opinion.trim()),
    });
  const back = (said: No) =>
    withOpinion(said.lacking, () => (sheet.isConfirmation ? disagree(said) : setOpen('back')));
  const refuse = () =>
    withOpinion('refuse', () =>
      modal.confirm({
        title: label(['确定办理为不通过？', 'Refuse this record?']),
        content: label(refusalMeans[sheet.refusedReturns ? 'mend' : 'copy']),
        okText: label(['不通过', 'Refuse']),
        okButtonProps: { danger: true },
        cancelText: label(['取消', 'Cancel']),
        onOk: () => void handling.refuse(opinion.trim()),
      }),
    );
  const askAgree = () =>
    modal.confirm({
      title: label(['同意该事务？', 'Agree to this?']),
      okText: label(['同意', 'Agree']),
      cancelText: label(['取消', 'Cancel']),
      onOk: agree,
    });

  useShortcuts([
    { keys: 'Alt+A', label: ['同意', 'Agree'], run: askAgree },
    ...(no ? [{ keys: 'Alt+R', label: no.button, run: () => back(no) }] : []),
  ]);

  const others = [
    ...(sheet.canTransfer
      ? [{ key: 'transfer', text: label(['转办', 'Hand on']), run: () => setOpen('transfer') }]
      : []),
    ...(sheet.canUnclaim
      ? [
          {
            key: 'unclaim',
            text: label(['取消签收', 'Give back']),
            run: () => void handling.unclaim(),
          },
        ]
      : []),
  ];
  const refusal = sheet.canRefuse
    ? [{ key: 'refuse', text: label(['不通过', 'Refuse']), run: refuse }]
    : [];
  const folded = [
    { key: 'leave', text: label(['返回', 'Back']), run: onBack },
    ...others,
    ...refusal,
  ];

  const phraseBar = (
    <div className="ky-phrases">
      {!narrow && <span className="ky-note">{label(['常用意见', 'Phrases'])}</span>}
      <div className="ky-phrase-list">
        {phrases.map((phrase) => {
          const text = label(phrase);
          return (
            <button
              key={text}
              type="button"
              className="ky-phrase"
              aria-pressed={opinion === text}
              onClick={() => {
                props.opinion.write(text);
                setLacking(null);
              }}
            >
              {text}
            </button>
          );
        })}
        <button type="button" className="ky-link" onClick={() => setOpen('phrases')}>
          {label(['管理', 'Edit'])}
        </button>
      </div>
      {attachable && <AttachButton onFiles={given.add} />}
      {lacking && (
        <span id="ky-opinion-fault" className="ky-help" data-tone="error" role="alert">
          <Glyph name="warning" size={12} />
          {label(reasons[lacking])}
        </span>
      )}
      {!narrow && (
        <Checkbox
          className="ky-open-next"
          checked={next}
          onChange={(event) => {
            setNext(event.target.checked);
            keepOpensNext(event.target.checked);
            onNext(event.target.checked);
          }}
        >
          {label(['办完打开下一条', 'Open the next when done'])}
        </Checkbox>
      )}
    </div>
  );

  const opinionField = (
    <div className="ky-opinion">
      <OpinionDrawer given={given} />
      <Input
        ref={field}
        value={opinion}
        placeholder={label(['审批意见', 'Opinion'])}
        aria-label={label(['审批意见', 'Opinion'])}
        aria-invalid={lacking !== null || undefined}
        aria-describedby={lacking ? 'ky-opinion-fault' : undefined}
        status={lacking ? 'error' : undefined}
        maxLength={longestOpinion}
        suffix={
          <span className="ky-note">
            {opinion.length} / {longestOpinion}
          </span>
        }
        onChange={(event) => {
          props.opinion.write(event.target.value);
          setLacking(null);
        }}
      />
    </div>
  );

  return (
    <div className="ky-handle-foot">
      {draft.offer?.isElsewhere && <DraftBanner draft={draft} />}
      <FootBar above={phraseBar} left={opinionField}>
        {narrow ? (
          <MenuButton
            placement="topLeft"
            menu={{
              items: folded.map(({ key, text }) => ({
                key,
                label: text,
                danger: key === 'refuse',
              })),
              onClick: ({ key }) => folded.find((item) => item.key === key)?.run(),
            }}
          >
            <Button className="ky-handle-more" icon={<EllipsisOutlined />}>
              {label(['更多', 'More'])}
            </Button>
          </MenuButton>
        ) : (
          <>
            <Button type="text" onClick={onBack}>
              {label(['返回', 'Back'])}
            </Button>
            {others.map(({ key, text, run }) => (
              <Button key={key} type="text" loading={busy === key} onClick={run}>
                {text}
              </Button>
            ))}
            {refusal.map(({ key, text, run }) => (
              <Button key={key} danger loading={busy === 'refuse'} onClick={run}>
                {text}
              </Button>
            ))}
          </>
        )}
        {no && (
          <Button
            className="ky-handle-back"
            icon={<RollbackOutlined />}
            loading={busy === 'back'}
            title="Alt+R"
            onClick={() => back(no)}
          >
            {label(no.button)}
          </Button>
        )}
        <Button
          className="ky-handle-agree"
          type="primary"
          icon={<CheckOutlined />}
          loading={busy === 'ok'}
          title="Alt+A"
          onClick={agree}
        >
          {label(['同意', 'Agree'])}
        </Button>
      </FootBar>
      {open === 'back' && (
        <BackDialog
          targets={sheet.backTargets}
          opinion={opinion.trim()}
          onCancel={() => setOpen(null)}
          onGo={(target) => {
            setOpen(null);
            void handling.back(opinion.trim(), target);
          }}
        />
      )}
      {open === 'transfer' && (
        <TransferDialog
          onCancel={() => setOpen(null)}
          onGo={(person) => {
            setOpen(null);
            void handling.transfer(person, opinion.trim());
          }}
        />
      )}
      {open === 'phrases' && (
        <PhrasesDialog
          onClose={() => {
            setOpen(null);
            setPhrases(phrasesOf());
          }}
        />
      )}
    </div>
  );
};

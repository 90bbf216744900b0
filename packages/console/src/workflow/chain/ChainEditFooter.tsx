import { Button } from 'antd';
import { formatMoment } from '../../base/time.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { PageFooter } from '../../components/Page.tsx';
import { useLabel } from '../../i18n/language.ts';

interface FootProps {
  readonly problems: number;
  /** Time when the server saved the draft, milliseconds since the epoch. */
  readonly savedAt: number | undefined;
  readonly isEdited: boolean;
  readonly isSound: boolean;
  readonly onDiscard: () => void;
  readonly onDeploy: () => void;
}

/** Renders the footer of the route editor: state of the draft, and the buttons. */
export const ChainEditFooter = ({
  problems,
  savedAt,
  isEdited,
  isSound,
  onDiscard,
  onDeploy,
}: FootProps) => {
  const label = useLabel();
  return (
    <PageFooter
      left={
        <span className="ky-saved" role="status">
          {problems > 0 ? (
            <>
              <Glyph name="warning" tone="error" />
              {label([`有 ${problems} 处问题，不能部署`, `Not deployable; problems: ${problems}`])}
            </>
          ) : savedAt !== undefined ? (
            <>
              <Glyph name="approved" tone="success" />
              {label(['草稿已保存 ', 'Draft saved '])}
              {formatMoment(savedAt).slice(11, 16)}
            </>
          ) : null}
        </span>
      }
    >
      <Button disabled={!isEdited} onClick={onDiscard}>
        {label(['放弃修改', 'Discard the changes'])}
      </Button>
      <Button type="primary" disabled={!isEdited || !isSound} onClick={onDeploy}>
        {label(['部署', 'Deploy'])}
      </Button>
    </PageFooter>
  );
};

interface DraftOfferProps {
  readonly savedAt: number;
  readonly onResume: () => void;
  readonly onDiscard: () => void;
}

/** Renders 恢复草稿: offers changes from another day or another machine. */
export const DraftOffer = ({ savedAt, onResume, onDiscard }: DraftOfferProps) => {
  const label = useLabel();
  return (
    <section className="ky-draft" aria-label={label(['恢复草稿？', 'Restore the draft?'])}>
      <Glyph name="draft" tone="info" />
      <span>
        {label(['您有尚未部署的修改', 'You have changes that are not deployed'])}{' '}
        {formatMoment(savedAt).slice(0, 16)}
      </span>
      <Button size="small" onClick={onResume}>
        {label(['恢复', 'Restore'])}
      </Button>
      <Button size="small" type="text" onClick={onDiscard}>
        {label(['丢弃', 'Discard'])}
      </Button>
    </section>
  );
};

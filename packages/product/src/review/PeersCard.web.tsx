import { useLabel } from '@keyan/console/i18n/language.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { Sheet } from './sheet.ts';
import './peers.web.css';

/** Card 其他专家的意见: anonymous opinions of the other experts, shown for a second look. */
export const PeersCard = ({ sheet }: { readonly sheet: Pick<Sheet, 'peers' | 'isSecondLook'> }) => {
  const label = useLabel();
  if (sheet.peers.length === 0) return null;
  return (
    <section className="ky-peers">
      <h2>{label(['其他专家的意见', 'Comments of the other experts'])}</h2>
      {sheet.isSecondLook && (
        <p className="ky-note" role="status">
          {label([
            '专家意见分歧较大，请复议：可修改一次；不提交则维持原评',
            'Experts differ widely: please reconsider. You may change your review once; if you do not submit, it stands',
          ])}
        </p>
      )}
      <ol>
        {sheet.peers.map(({ place, total, comment }) => (
          <li key={place}>
            <b>
              {label(
                fill(['专家{place}：{total} 分', 'Expert {place}: {total}'], { place, total }),
              )}
            </b>
            <p>{comment}</p>
          </li>
        ))}
      </ol>
    </section>
  );
};

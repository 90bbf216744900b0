import { useUser } from '../client/context.tsx';
import './avatar.css';

/** Renders the user's picture, or the last character of the name. */
export const Avatar = ({ size = 26 }: { size?: number }) => {
  const { avatar, realName } = useUser();
  const style = { width: size, height: size };
  return avatar ? (
    <img className="ky-avatar" src={avatar} alt="" style={style} />
  ) : (
    // The style sheet draws the letter: as text, the letter would become part of the name of the
    // button around it.
    <span
      className="ky-avatar"
      aria-hidden="true"
      style={style}
      data-letter={[...realName].at(-1)}
    />
  );
};

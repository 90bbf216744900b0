import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import type { Text } from '@keyan/console/i18n/language.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { Button } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { avatarFaults, avatarRules } from '../accounts/profile.ts';

/** Loaded with the cropping library only after a file is chosen. */
const AvatarCropper = lazy(() => import('./AvatarCropper.web.tsx'));

interface AvatarFieldProps {
  readonly avatar: string;
  readonly name: string;
  /** Receives the picture's URL when the server has stored the picture. */
  readonly onChange: (avatar: string) => void;
}

/** Renders the picture, and the button to choose, crop and upload another. */
export const AvatarField = ({ avatar, name, onChange }: AvatarFieldProps) => {
  const client = useClient();
  const label = useLabel();
  const input = useRef<HTMLInputElement>(null);
  const [picked, setPicked] = useState<File>();
  const [fault, setFault] = useState<Text>();

  const pick = (file: File | undefined) => {
    if (!file) return;
    const wrong =
      (!avatarRules.types.includes(file.type) && avatarFaults.type) ||
      (file.size > avatarRules.bytes && avatarFaults.size) ||
      undefined;
    setFault(wrong);
    setPicked(wrong ? undefined : file);
  };

  const send = async (picture: Blob) => {
    const form = new FormData();
    form.append('file', picture, picture.type === 'image/png' ? 'avatar.png' : 'avatar.jpg');
    try {
      const kept = await client.upload<{ avatar: string }>('/blade-user/avatar', form);
      onChange(kept.avatar);
      setFault(undefined);
      toast.success(['头像已更新', 'Picture changed']);
    } catch (error) {
      if (!(error instanceof ApiFault)) throw error;
      setFault(error.fields[0]?.message ?? error.message);
    }
    setPicked(undefined);
  };

  return (
    <div className="ky-avatar-field">
      {avatar ? (
        <img src={avatar} alt={label(['当前头像', 'Your picture'])} width={72} height={72} />
      ) : (
        <span aria-hidden="true">{[...name].at(-1)}</span>
      )}
      <div>
        <Button onClick={() => input.current?.click()}>
          {label(avatar ? ['更换头像', 'Change picture'] : ['上传头像', 'Add a picture'])}
        </Button>
        <p className="ky-note" role={fault ? 'alert' : undefined} data-tone={fault && 'error'}>
          {fault ? (
            <>
              <Glyph name="warning" size={12} /> {label(fault)}
            </>
          ) : (
            label(['JPG 或 PNG，不超过 500KB', 'JPG or PNG, at most 500 kB'])
          )}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        className="ky-sr"
        tabIndex={-1}
        accept={avatarRules.types.join()}
        aria-label={label(['选择头像图片', 'Choose a picture'])}
        onChange={({ target }) => {
          pick(target.files?.[0]);
          // Resets the input, so that the same file can be chosen again.
          target.value = '';
        }}
      />
      <Suspense>
        {picked && (
          <AvatarCropper file={picked} onCancel={() => setPicked(undefined)} onCropped={send} />
        )}
      </Suspense>
    </div>
  );
};

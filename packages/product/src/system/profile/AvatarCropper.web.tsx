import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { Modal, Slider } from 'antd';
import { useEffect, useId, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { avatarRules } from '../accounts/profile.ts';

interface AvatarCropperProps {
  readonly file: File;
  readonly onCancel: () => void;
  /** Resolves when the picture is stored or refused. */
  readonly onCropped: (picture: Blob) => Promise<void>;
}

/** Edge length of the uploaded picture in pixels; sharp on high-density screens. */
const edge = 320;
const mostZoom = 4;

/** Crops and scales the picture; metadata of the file (place, camera) is removed. */
const cut = async (address: string, area: Area, type: string): Promise<Blob> => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = edge;
  canvas.height = edge;
  const paper = canvas.getContext('2d');
  if (!paper) throw new Error('this browser draws no pictures');
  paper.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, edge, edge);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be drawn'))),
      type,
      0.9,
    );
  });
};

/** Returns an object URL of the file, revoked at unmount. */
const useObjectUrl = (file: File): string | undefined => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
};

/** Renders 裁剪头像: the picture is moved by dragging, pinching or arrow keys, and enlarged by a slider. */
const AvatarCropper = ({ file, onCancel, onCropped }: AvatarCropperProps) => {
  const label = useLabel();
  useFocusReturn();
  const id = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const [busy, setBusy] = useState(false);
  const [unreadable, setUnreadable] = useState(false);
  const address = useObjectUrl(file);
  const type = file.type === avatarRules.types[1] ? 'image/png' : 'image/jpeg';

  const send = async () => {
    if (!area || !address) return;
    setBusy(true);
    try {
      await onCropped(await cut(address, area, type));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      width={420}
      title={label(['裁剪头像', 'Crop the picture'])}
      okText={label(['使用', 'Use picture'])}
      okButtonProps={{ disabled: !area || unreadable }}
      cancelText={label(['取消', 'Cancel'])}
      confirmLoading={busy}
      onCancel={onCancel}
      onOk={() => void send()}
    >
      {unreadable ? (
        <p role="alert">
          {label(['图片无法读取，请换一张', 'The picture cannot be read; choose another'])}
        </p>
      ) : (
        <>
          <div className="ky-crop">
            <Cropper
              image={address}
              crop={crop}
              zoom={zoom}
              maxZoom={mostZoom}
              aspect={1}
              cropShape="round"
              showGrid={false}
              disableAutomaticStylesInjection
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropComplete={(_percent, pixels) => setArea(pixels)}
              mediaProps={{ alt: '', onError: () => setUnreadable(true) }}
              cropperProps={{
                role: 'group',
                'aria-label': label(['裁剪区域，方向键移动', 'Crop area; use arrow keys to move']),
              }}
            />
          </div>
          <span id={id} className="ky-label">
            {label(['缩放', 'Zoom'])}
          </span>
          <Slider
            min={1}
            max={mostZoom}
            step={0.1}
            value={zoom}
            tooltip={{ open: false }}
            ariaLabelledByForHandle={id}
            onChange={setZoom}
          />
        </>
      )}
    </Modal>
  );
};

export default AvatarCropper;

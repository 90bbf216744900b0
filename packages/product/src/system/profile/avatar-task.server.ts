import { imageSize } from 'image-size';

// Runs in a worker process: see `avatar.server.ts`.

/** Returns width and height of a jpg or png in pixels; null for anything else. */
export const measurePicture = (
  content: Uint8Array,
): { readonly width: number; readonly height: number } | null => {
  try {
    const { width, height, type } = imageSize(content);
    return type === 'jpg' || type === 'png' ? { width, height } : null;
  } catch {
    return null;
  }
};

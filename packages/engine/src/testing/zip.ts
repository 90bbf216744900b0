/** A file of an archive; `claims` is the size that the archive tells of it, true by default. */
export interface ZippedFile {
  readonly name: string;
  readonly content: string;
  readonly claims?: number;
}

const deflated = 8;
const stored = 0;

/** The part that a file's own header and its line in the directory share. */
const described = ({ name, content, claims }: ZippedFile): Buffer => {
  const part = Buffer.alloc(26);
  const size = Buffer.byteLength(content);
  part.writeUInt16LE(20, 0);
  part.writeUInt16LE(claims === undefined ? stored : deflated, 4);
  part.writeUInt32LE(size, 14);
  part.writeUInt32LE(claims ?? size, 18);
  part.writeUInt16LE(Buffer.byteLength(name), 22);
  return part;
};

const signature = (text: string): Buffer => Buffer.from(`PK${text}`, 'latin1');

/** An archive made by hand, so that tests can lie in it; no checksum is true. */
export const zipOf = (files: readonly ZippedFile[]): Buffer => {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const body = Buffer.concat([
      signature('\x03\x04'),
      described(file),
      Buffer.from(file.name),
      Buffer.from(file.content),
    ]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(
      signature('\x01\x02'),
      Buffer.from([20, 0]),
      described(file),
      rest,
      Buffer.from(file.name),
    );
    bodies.push(body);
    at += body.length;
  }
  const lines = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(lines.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, lines, signature('\x05\x06'), end]);
};

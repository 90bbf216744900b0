/** Event of a stream (WHATWG HTML, server-sent events). */
export interface StreamEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

/**
 * Parses a text/event-stream in chunks. Chunks may be cut anywhere, also inside a line or between
 * CR and LF. An event ends at an empty line; comments (heartbeats) are dropped.
 */
export const createEventReader = (): ((piece: string) => readonly StreamEvent[]) => {
  let rest = '';
  let id = '';
  let type = '';
  let data: string[] = [];

  const line = (text: string): StreamEvent | undefined => {
    if (text === '') {
      const event =
        data.length > 0 ? { id, type: type || 'message', data: data.join('\n') } : undefined;
      type = '';
      data = [];
      return event;
    }
    const colon = text.indexOf(':');
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    if (field === 'event') type = value;
    if (field === 'id' && !value.includes('\0')) id = value;
    return undefined;
  };

  return (piece) => {
    rest += piece;
    // A CR at the very end may be half of a CRLF: leave it for the next chunk.
    const complete = rest.endsWith('\r') ? rest.slice(0, -1) : rest;
    const lines = complete.split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? '') + (rest.endsWith('\r') ? '\r' : '');
    return lines.flatMap((text) => line(text) ?? []);
  };
};

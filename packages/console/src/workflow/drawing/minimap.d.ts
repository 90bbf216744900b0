declare module 'diagram-js-minimap' {
  const minimap: Record<string, unknown>;
  export default minimap;
}

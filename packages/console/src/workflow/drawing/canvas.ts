import { bpmnExtensions } from '@keyan/kernel/workflow/drawing/extensions.ts';
import Modeler from 'bpmn-js/lib/Modeler';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css';
import minimap from 'diagram-js-minimap';
import 'diagram-js-minimap/assets/diagram-js-minimap.css';
import type { Label } from '@keyan/kernel/label.ts';
import type { ChainNode } from '@keyan/kernel/workflow/chain/chain.ts';
import {
  type CanvasShape,
  canvasShapes,
  hasForeignSettings,
  type ModelerServices,
  writeSettings,
} from './modeler.ts';
import { toolModule, translateModule } from './tools.ts';

interface Events {
  on(
    event: string,
    listener: (event: { readonly newSelection?: readonly CanvasShape[] }) => void,
  ): void;
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface View {
  /**
   * Returns the visible area in units of the diagram; `inner` is everything drawn, `outer` the size
   * in pixels.
   */
  viewbox(): { readonly inner: Area; readonly outer: Pick<Area, 'width' | 'height'> };
  viewbox(area: Area): void;
  addMarker(element: string, marker: string): void;
  removeMarker(element: string, marker: string): void;
}

interface CommandStack {
  undo(): void;
  redo(): void;
  canUndo(): boolean;
  canRedo(): boolean;
  clear(): void;
}

export interface CanvasEvents {
  /** Called after a change of the diagram, or when another file was opened. */
  readonly onChange: () => void;
  /**
   * Called with the one selected element, for a label the element it names; undefined for none and
   * for several.
   */
  readonly onSelect: (shape: CanvasShape | undefined) => void;
}

const faultyClass = 'ky-faulty';

/** Pixels that the tools take at the left, and margin at the other sides. */
const viewMargins = { left: 128, side: 32 };

/** Shows the whole diagram beside the tools, at most at its natural size. */
const showAll = (view: View): void => {
  const { inner, outer } = view.viewbox();
  const [wide, high] = [
    outer.width - viewMargins.left - viewMargins.side,
    outer.height - 2 * viewMargins.side,
  ];
  const scale = Math.min(1, wide / Math.max(inner.width, 1), high / Math.max(inner.height, 1));
  const [width, height] = [outer.width / scale, outer.height / scale];
  view.viewbox({
    x: inner.x - viewMargins.left / scale,
    y: inner.y - (height - inner.height) / 2,
    width,
    height,
  });
};

/** Opens the canvas on which a route is drawn: bpmn-js, with the tools that a route needs. */
export const openCanvas = (
  container: HTMLElement,
  say: (text: Label) => string,
  { onChange, onSelect }: CanvasEvents,
) => {
  const modeler = new Modeler({
    container,
    moddleExtensions: bpmnExtensions,
    additionalModules: [minimap, toolModule(say), translateModule(say)],
  });
  const services: ModelerServices = modeler;
  const events = services.get<Events>('eventBus');
  const stack = services.get<CommandStack>('commandStack');
  events.on('commandStack.changed', onChange);
  events.on('selection.changed', ({ newSelection = [] }) => {
    const [only, ...more] = newSelection;
    onSelect(only && more.length === 0 ? (only.labelTarget ?? only) : undefined);
  });
  // The search handles keys only; text that is pasted or composed by an input method has no key
  // events.
  container.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.closest('.djs-search-container')) {
      target.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
    }
  });
  let marked: readonly string[] = [];
  return {
    services,
    /**
     * Opens a file. Steps with attributes of another platform get the settings converted from those
     * attributes.
     * @throws Error if the file is not BPMN 2.0
     */
    open: async (xml: string, nodes: readonly ChainNode[] = []): Promise<void> => {
      await modeler.importXML(xml);
      for (const shape of canvasShapes(services).filter(hasForeignSettings)) {
        const node = nodes.find(({ id }) => id === shape.id);
        if (node) writeSettings(services, shape, node);
      }
      stack.clear();
      showAll(services.get<View>('canvas'));
      onChange();
    },
    xml: async (): Promise<string> => (await modeler.saveXML({ format: true })).xml ?? '',
    svg: async (): Promise<string> => (await modeler.saveSVG()).svg,
    fit: () => showAll(services.get<View>('canvas')),
    /** Opens the search after the current click has ended, because a click outside closes it. */
    find: () => setTimeout(() => services.get<{ open(): void }>('searchPad').open()),
    undo: () => stack.undo(),
    redo: () => stack.redo(),
    canUndo: () => stack.canUndo(),
    canRedo: () => stack.canRedo(),
    openMap: () => services.get<{ open(): void }>('minimap').open(),
    select: (id: string) => {
      const shape = services
        .get<{ get(key: string): CanvasShape | undefined }>('elementRegistry')
        .get(id);
      if (shape) services.get<{ select(shape: CanvasShape): void }>('selection').select(shape);
    },
    /** Marks the elements with findings. */
    markFaults: (ids: readonly string[]) => {
      const view = services.get<View>('canvas');
      const known = new Set(canvasShapes(services).map(({ id }) => id));
      for (const id of marked.filter((one) => known.has(one))) view.removeMarker(id, faultyClass);
      marked = ids.filter((id) => known.has(id));
      for (const id of marked) view.addMarker(id, faultyClass);
    },
    close: () => modeler.destroy(),
  };
};

export type DrawingCanvas = ReturnType<typeof openCanvas>;

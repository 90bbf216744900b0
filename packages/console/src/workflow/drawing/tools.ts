import type { Label } from '@keyan/kernel/label.ts';
import type { CanvasShape } from './modeler.ts';

type Say = (text: Label) => string;

interface Start {
  start(event: Event, shape: unknown): void;
}

interface ElementFactory {
  createShape(options: { readonly type: string }): CanvasShape;
}

interface Injected {
  readonly palette: { registerProvider(provider: unknown): void };
  readonly contextPad: { registerProvider(provider: unknown): void };
  readonly create: Start;
  readonly connect: Start;
  readonly autoPlace: { append(from: CanvasShape, shape: CanvasShape): unknown };
  readonly modeling: { removeElements(shapes: readonly unknown[]): void };
  readonly elementFactory: ElementFactory;
  readonly handTool: { activateHand(event: Event): void };
  readonly lassoTool: { activateSelection(event: Event): void };
  readonly spaceTool: { activateSelection(event: Event): void };
  readonly globalConnect: Start;
}

/** Elements of a route, in display order, with the initial name of a new one. */
const paletteElements: readonly (readonly [
  type: string,
  icon: string,
  text: Label,
  name: Label,
])[] = [
  ['bpmn:UserTask', 'user-task', ['审批环节', 'Step'], ['审批环节', 'Step']],
  ['bpmn:ReceiveTask', 'receive-task', ['等待', 'Wait'], ['等待', 'Wait']],
  ['bpmn:ServiceTask', 'service-task', ['抄送', 'Copy'], ['抄送', 'Copy']],
  ['bpmn:ExclusiveGateway', 'gateway-xor', ['条件分支', 'Conditional branch'], ['', '']],
  [
    'bpmn:InclusiveGateway',
    'gateway-or',
    ['多条件分支', 'Multiple conditional branches'],
    ['', ''],
  ],
  ['bpmn:ParallelGateway', 'gateway-parallel', ['并行分支', 'Parallel branches'], ['', '']],
  ['bpmn:EndEvent', 'end-event-none', ['结束', 'End'], ['结束', 'End']],
];

const shapeOf = ({ elementFactory }: Injected, type: string, name: string): CanvasShape => {
  const shape = elementFactory.createShape({ type });
  if (name !== '') shape.businessObject.name = name;
  if (type === 'bpmn:ServiceTask') shape.businessObject.set('keyan:do', 'cc');
  if (type === 'bpmn:ReceiveTask') shape.businessObject.set('keyan:wait', '5wd');
  return shape;
};

const toolsOf = (it: Injected, say: Say) => ({
  'hand-tool': {
    group: 'tools',
    className: 'bpmn-icon-hand-tool',
    title: say(['移动画布', 'Move the canvas']),
    action: { click: (event: Event) => it.handTool.activateHand(event) },
  },
  'lasso-tool': {
    group: 'tools',
    className: 'bpmn-icon-lasso-tool',
    title: say(['框选', 'Select an area']),
    action: { click: (event: Event) => it.lassoTool.activateSelection(event) },
  },
  'space-tool': {
    group: 'tools',
    className: 'bpmn-icon-space-tool',
    title: say(['增减空间', 'Add or remove space']),
    action: { click: (event: Event) => it.spaceTool.activateSelection(event) },
  },
  'global-connect': {
    group: 'tools',
    className: 'bpmn-icon-connection-multi',
    title: say(['连线', 'Connect']),
    action: { click: (event: Event) => it.globalConnect.start(event, undefined) },
  },
  separator: { group: 'tools', separator: true },
});

const additionsOf = (it: Injected, say: Say) =>
  Object.fromEntries(
    paletteElements.map(([type, icon, text, name]) => {
      const begin = (event: Event) => it.create.start(event, shapeOf(it, type, say(name)));
      return [
        `create.${type}`,
        {
          group: 'elements',
          className: `bpmn-icon-${icon}`,
          title: say(text),
          action: { click: begin, dragstart: begin },
        },
      ];
    }),
  );

const appendableTypes: readonly string[] = [
  'bpmn:UserTask',
  'bpmn:ExclusiveGateway',
  'bpmn:EndEvent',
];

/**
 * Returns the buttons beside an element: elements that may follow it, a line to another, and its
 * removal.
 */
const padOf = (it: Injected, say: Say, shape: CanvasShape) => {
  const isLine = shape.type === 'bpmn:SequenceFlow';
  const isLast = shape.type === 'bpmn:EndEvent';
  const follows = isLine || isLast ? [] : appendableTypes;
  return {
    ...Object.fromEntries(
      paletteElements
        .filter(([type]) => follows.includes(type))
        .map(([type, icon, text, name]) => [
          `append.${type}`,
          {
            group: 'model',
            className: `bpmn-icon-${icon}`,
            title: say([`后接：${text[0]}`, `Append: ${text[1]}`]),
            action: {
              click: () => it.autoPlace.append(shape, shapeOf(it, type, say(name))),
            },
          },
        ]),
    ),
    ...(isLine || isLast
      ? {}
      : {
          connect: {
            group: 'connect',
            className: 'bpmn-icon-connection-multi',
            title: say(['连线', 'Connect']),
            action: { click: (event: Event) => it.connect.start(event, shape) },
          },
        }),
    delete: {
      group: 'edit',
      className: 'bpmn-icon-trash',
      title: say(['删除', 'Remove']),
      action: { click: () => it.modeling.removeElements([shape]) },
    },
  };
};

const injected = [
  ...['palette', 'contextPad', 'create', 'connect', 'autoPlace', 'modeling', 'elementFactory'],
  ...['handTool', 'lassoTool', 'spaceTool', 'globalConnect'],
] as const;

/**
 * Returns the tools of the canvas, limited to elements that a route may have. They replace those of
 * bpmn-js, whose texts are English and whose other elements a deployment would refuse.
 */
export const toolModule = (say: Say) => {
  const given = (services: readonly unknown[]): Injected =>
    Object.fromEntries(injected.map((name, index) => [name, services[index]])) as never;
  const provider = (...services: unknown[]) => {
    const it = given(services);
    it.palette.registerProvider({
      getPaletteEntries: () => ({ ...toolsOf(it, say), ...additionsOf(it, say) }),
    });
    it.contextPad.registerProvider({
      getContextPadEntries: (shape: CanvasShape) => padOf(it, say, shape),
      getMultiElementContextPadEntries: (shapes: readonly CanvasShape[]) => ({
        delete: {
          group: 'edit',
          className: 'bpmn-icon-trash',
          title: say(['删除', 'Remove']),
          action: { click: () => it.modeling.removeElements(shapes) },
        },
      }),
    });
  };
  provider.$inject = [...injected];
  return {
    __init__: ['routeTools'],
    routeTools: ['factory', provider],
    paletteProvider: ['value', null],
    contextPadProvider: ['value', null],
  };
};

/** Texts of bpmn-js that are still visible. */
const visibleTexts: readonly Label[] = [
  ['在图中查找', 'Search in diagram'],
  ['显示或隐藏缩略图', 'Toggle minimap'],
  ['打开缩略图', 'Open minimap'],
  ['关闭缩略图', 'Close minimap'],
];

/** Returns the translation of bpmn-js's texts into the reader's language. */
export const translateModule = (say: Say) => ({
  translate: [
    'value',
    (text: string, values: Readonly<Record<string, string>> = {}) =>
      say(visibleTexts.find(([, english]) => english === text) ?? [text, text]).replace(
        /\{([^}]+)\}/g,
        (_, name) => values[name] ?? name,
      ),
  ],
});

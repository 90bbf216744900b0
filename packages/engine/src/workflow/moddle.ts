import { BpmnModdle } from 'bpmn-moddle';

const text = (name: string) => ({ name, isAttr: true, type: 'String' });

/** Namespaces of the Flowable family; the first is the one that we write. */
const families = [
  'http://flowable.org/bpmn',
  'http://camunda.org/schema/1.0/bpmn',
  'http://activiti.org/bpmn',
] as const;

/** What the engines of the family add to BPMN; read as `flowable:` whichever of them wrote it. */
const family = (uri: string) => ({
  name: 'flowable',
  prefix: 'flowable',
  uri,
  xml: { tagAlias: 'lowerCase' },
  types: [
    { name: 'StartSettings', extends: ['bpmn:StartEvent'], properties: [text('initiator')] },
    {
      name: 'UserSettings',
      extends: ['bpmn:UserTask'],
      properties: [
        'assignee',
        'candidateUsers',
        'candidateGroups',
        'skipExpression',
        'formKey',
        'dueDate',
        'priority',
        'category',
      ].map(text),
    },
    {
      name: 'LoopSettings',
      extends: ['bpmn:MultiInstanceLoopCharacteristics'],
      properties: ['collection', 'elementVariable'].map(text),
    },
  ],
});

/** Our own settings of a step. */
const own = {
  name: 'keyan',
  prefix: 'keyan',
  uri: 'http://keyan/schema/bpmn/1.0',
  xml: { tagAlias: 'lowerCase' },
  types: [
    {
      name: 'StepSettings',
      extends: ['bpmn:UserTask'],
      properties: ['empty', 'tag', 'editable', 'refuse', 'english'].map(text),
    },
  ],
};

/** The meta-model of BPMN 2.0 with the additions that a file uses. */
export const moddle = (xml = ''): BpmnModdle => {
  const used = families.find((uri) => xml.includes(uri)) ?? families[0];
  return new BpmnModdle({ flowable: family(used), keyan: own });
};

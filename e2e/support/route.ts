import { type Caller, caller } from './api.ts';

/**
 * Route of papers with a step on which the applicant confirms what the secretary agreed to: yes
 * leads to the research office, no ends the process. Like many files, it has no applicant's first
 * step and no diagram.
 */
const confirmedRoute = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
    xmlns:flowable="http://flowable.org/bpmn" targetNamespace="journeys">
  <process id="papersapp" name="论文登记（本人过目）" isExecutable="true">
    <startEvent id="start" flowable:initiator="applyUser"/>
    <userTask id="secretary" name="院系秘书初核" flowable:candidateGroups="role:dept_secretary@applicantDept"/>
    <userTask id="confirm" name="本人过目" flowable:assignee="\${applyUser}"/>
    <exclusiveGateway id="agreed" default="no"/>
    <userTask id="office" name="成果科复核" flowable:candidateGroups="role:rd_achieve"/>
    <endEvent id="end"/>
    <sequenceFlow id="f1" sourceRef="start" targetRef="secretary"/>
    <sequenceFlow id="f3" sourceRef="secretary" targetRef="confirm"/>
    <sequenceFlow id="f4" sourceRef="confirm" targetRef="agreed"/>
    <sequenceFlow id="yes" sourceRef="agreed" targetRef="office">
      <conditionExpression>\${pass}</conditionExpression>
    </sequenceFlow>
    <sequenceFlow id="no" sourceRef="agreed" targetRef="end"/>
    <sequenceFlow id="f5" sourceRef="office" targetRef="end"/>
  </process>
</definitions>`;

/**
 * Route of papers that branches: papers not in Chinese are judged by the director and the research
 * office in parallel, others by the research office only.
 */
const branchedRoute = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
    xmlns:flowable="http://flowable.org/bpmn" targetNamespace="journeys">
  <process id="papersapp" name="论文登记（按语种）" isExecutable="true">
    <startEvent id="start" flowable:initiator="applyUser"/>
    <userTask id="secretary" name="院系秘书初核" flowable:candidateGroups="role:dept_secretary@applicantDept"/>
    <inclusiveGateway id="split"/>
    <userTask id="leader" name="外文论文审定" flowable:candidateGroups="role:rd_leader"/>
    <userTask id="office" name="成果科复核" flowable:candidateGroups="role:rd_achieve"/>
    <inclusiveGateway id="joined"/>
    <endEvent id="end"/>
    <sequenceFlow id="f1" sourceRef="start" targetRef="secretary"/>
    <sequenceFlow id="f2" sourceRef="secretary" targetRef="split"/>
    <sequenceFlow id="foreign" sourceRef="split" targetRef="leader">
      <conditionExpression>\${publishLanguage != '01'}</conditionExpression>
    </sequenceFlow>
    <sequenceFlow id="always" sourceRef="split" targetRef="office"/>
    <sequenceFlow id="f3" sourceRef="leader" targetRef="joined"/>
    <sequenceFlow id="f4" sourceRef="office" targetRef="joined"/>
    <sequenceFlow id="f5" sourceRef="joined" targetRef="end"/>
  </process>
</definitions>`;

/**
 * Deploys a route of papers while `during` runs; records submitted meanwhile use it to their end,
 * later ones the shipped route.
 */
const onRoute = async <T>(route: string, during: () => Promise<T>): Promise<T> => {
  const admin: Caller = await caller('admin');
  const file = new File([route], 'papersapp.bpmn', { type: 'text/xml' });
  const { definitions } = await admin.send<{ definitions: readonly { id: string }[] }>(
    'blade-flow/manager/deploy-upload',
    file,
  );
  try {
    return await during();
  } finally {
    await admin.post('blade-flow/manager/change-state', {
      processId: definitions[0]?.id,
      state: 'suspend',
    });
  }
};

/** Deploys the route with the applicant's confirmation while `during` runs. */
export const onConfirmedRoute = <T>(during: () => Promise<T>): Promise<T> =>
  onRoute(confirmedRoute, during);

/** Deploys the route that branches by language while `during` runs. */
export const onBranchedRoute = <T>(during: () => Promise<T>): Promise<T> =>
  onRoute(branchedRoute, during);

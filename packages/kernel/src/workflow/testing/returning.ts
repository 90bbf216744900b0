import { applicantId, applyStep, isApplyStep, isWait } from './blocks.ts';
import type { Act } from './memory.ts';
import { isPassedOver, OracleRefusal } from './memory.ts';
import { assert } from './staffing.ts';
import { WithdrawingOracle } from './withdrawing.ts';

/** Part of the oracle about returns. */
export abstract class ReturningOracle extends WithdrawingOracle {
  /** True if the applicant has the record to correct. */
  atApply(): boolean {
    return this.acts.get(applyStep.id)?.phase === 'open';
  }

  protected targetOf(act: Act, to: string): string {
    if (to === 'applicant') return applyStep.id;
    if (to !== 'prev') return to;
    const last = this.heard(
      act.before,
      (old) => isWait(old.step) || !this.isInPlace(old) || isPassedOver(old),
    );
    const steps = new Set(last.map((old) => old.step.id));
    assert(steps.size === 1, 'not one step before');
    return [...steps][0] as string;
  }

  /**
   * Returns the step to which a rejection leads; null for the applicant if that step is impossible.
   */
  protected leadsTo(act: Act, to: string): string | null {
    try {
      const target = this.targetOf(act, to);
      this.assertEarlierStep(act, target);
      return target;
    } catch (error) {
      if (error instanceof OracleRefusal) return null;
      throw error;
    }
  }

  protected assertEarlierStep({ step: { id } }: Act, target: string): void {
    const { plan } = this;
    assert(target !== id && plan.earlier(id).has(target), 'not before it');
    const apart = plan.places
      .get(target)
      ?.some(([split, branch]) =>
        plan.places.get(id)?.some(([other, mine]) => other === split && mine !== branch),
      );
    assert(!apart, 'in a sibling branch');
    assert(this.dealt.has(target), 'nobody has dealt with it');
    assert(this.acts.has(target), 'not on the way that led here');
  }

  protected sendBack(act: Act, target: string, direct: boolean, why: string | null = null): void {
    const { plan } = this;
    const { id } = act.step;
    assert(!isApplyStep(act.step), 'not from here');
    this.assertEarlierStep(act, target);
    this.dealt.add(id);
    this.say(target === applyStep.id ? 'backApplicant' : 'back', id, why);
    this.goBackOver(target);
    const around = plan.places.get(id) ?? [];
    for (const [split, branch] of plan.places.get(target) ?? []) {
      const block = plan.splits.find((other) => other.id === split);
      if (!block || around.some(([other]) => other === split)) continue;
      this.reopen(block, branch);
      this.returnedInto.set(split, this.serial);
    }
    if (direct) {
      const spoken = [target, id];
      this.approvals = this.approvals.filter((old) => !spoken.includes(old.step.id));
    } else this.voidBehind(target);
    this.target = target;
    this.go();
    if (this.atApply()) this.tell('returned', [applicantId]);
  }
}

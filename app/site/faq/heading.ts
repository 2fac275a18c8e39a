import { msg } from '#domain/language/message.ts';

export const heading = {
  title: msg`Frequently asked questions`,
  lead: msg`Short answers to what people ask us on the phone. Open as many as you like. Each answer has a link you can share.`,
  description: msg`Answers about our tax service: documents and security, timing, appointments, special situations, payment, and guarantees.`,
  search: msg`Search the questions`,
  placeholder: msg`Refund, password, mistake`,
  categories: msg`Categories`,
  link: msg`Link to this answer`,
  end: msg`Don’t see your question? Ask us. A real person will answer.`,
  none: msg`No questions match. Ask us, and a real person will answer.`,
};

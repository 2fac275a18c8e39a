import { msg } from '#domain/language/message.ts';

export const heading = {
  title: msg`Frequently asked questions`,
  description: msg`Answers about our tax service: documents and security, timing, appointments, special situations, payment, and guarantees.`,
};

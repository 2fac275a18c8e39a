export const heading = {
  title: 'Frequently asked questions',
  lead: 'Short answers to what people ask us on the phone. Open as many as you like. Each answer has a link that you can share.',
  description:
    'Answers about our tax service: papers and security, how long it takes, appointments, special situations, payment and guarantees.',
  search: 'Search the questions',
  placeholder: 'Refund, password, mistake',
  none: 'No question contains those words. Ask us directly; a person will answer.',
};

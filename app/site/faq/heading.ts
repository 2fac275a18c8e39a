export const heading = {
  title: 'Frequently asked questions',
  lead: 'Short answers to what people ask us on the phone. Open as many as you like; each has its own address that you can send to somebody.',
  description:
    'Answers about our tax service: papers and security, how long it takes, appointments, special situations, payment and guarantees.',
  search: 'Search the questions',
  placeholder: 'Refund, password, mistake',
  none: 'No question contains those words. Ask us directly; a person will answer.',
};

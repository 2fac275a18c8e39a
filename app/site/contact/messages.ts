export const sent = "Thank you! Your message has been sent successfully. We'll get back to you soon.";
export const notSent = 'Failed to submit contact form. Please try again.';

export function Footer() {
  return <footer className="border-t border-line">Footer</footer>;
}

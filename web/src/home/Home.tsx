export default function Home() {
  return <p class="wrap">Home</p>;
}

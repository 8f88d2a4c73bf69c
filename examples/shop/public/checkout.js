// Once the order is paid, nothing on the page asks for money, the order cannot be changed, and the basket is empty.
document.addEventListener('tsena:completed', () => {
  const title = document.querySelector('h1');
  title.textContent = title.dataset.paid;
  document.title = title.dataset.paid;
  document.querySelector('.change')?.remove();
  document.querySelector('.basket-count')?.remove();
});
